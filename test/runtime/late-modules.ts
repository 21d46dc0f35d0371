// What the runtime loads when it is first needed. A test that moves time by turns of the event loop has it before: a busy
// disk takes more turns than any test waits.
import "#runtime/auth/challenges.js";
import "#runtime/auth/oauth2-request.js";
import "#runtime/auth/renewal.js";
import "#runtime/auth/schemes.js";
import "#runtime/client/standalone-policy.js";
import "#runtime/http/connection-failure.js";
import "#runtime/http/other-bodies.js";
import "#runtime/http/redirects.js";
import "#runtime/http/response-stream.js";
import "#runtime/http/server-answer.js";
import "#runtime/http/target.js";
import "#runtime/config/token-url.js";
import "#runtime/failover/checks-against.js";
