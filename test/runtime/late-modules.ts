// What the runtime loads when it is first needed. A test that moves time by turns of the event loop has it before: a busy
// disk takes more turns than any test waits.
import "#runtime/auth/oauth2/obtain.js";
import "#runtime/auth/other-schemes.js";
import "#runtime/client/standalone-policy.js";
import "#runtime/http/failures.js";
import "#runtime/http/other-bodies.js";
import "#runtime/config/token-url.js";
import "#runtime/http/service-url.js";
import "#runtime/failover/checks-against.js";
import "#runtime/policy/circuit-table.js";
