import { basicLine, account, digestLine } from "./accounts.js";
import type { DaemonPlan } from "./daemon.js";

const modules = "/usr/lib/apache2/modules";
const loaded = ["mpm_event", "authz_core", "authz_user", "authn_core", "authn_file", "auth_digest", "auth_basic", "alias"]; // prettier-ignore

/** Apache httpd with mod_auth_digest: `/api` with digest (MD5, qop auth), `/basic` with basic, two redirects. */
export function apache(nonceLifetime: number): DaemonPlan {
  return {
    binary: "/usr/sbin/apache2",
    args: (folder) => ["-D", "FOREGROUND", "-f", `${folder}/apache.conf`],
    accessLog: "log/access.log",
    files: (folder, port) => ({
      "log/": "",
      "tmp/": "",
      "root/api/items": "items\n",
      "root/api/other": "other\n",
      htdigest: `${digestLine("md5")}\n`,
      htpasswd: `${basicLine()}\n`,
      "apache.conf": configuration(folder, port, nonceLifetime),
    }),
  };
}

/** A nonce lifetime of 0 means that every nonce is good once, and every answer names the next. */
function configuration(folder: string, port: number, nonceLifetime: number): string {
  return `
ServerRoot "${folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/apache.pid"
DefaultRuntimeDir "${folder}/tmp"
Mutex file:${folder}/tmp default
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join("\n")}
StartServers 1
ServerLimit 2
ThreadsPerChild 16
MaxRequestWorkers 32
ListenBacklog 511
ErrorLog "${folder}/log/error.log"
LogFormat "%>s %{Authorization}i" answers
CustomLog "${folder}/log/access.log" answers
DocumentRoot "${folder}/root"
Alias /basic "${folder}/root/api"
Redirect 302 /moved-here /api/items
Redirect 302 /moved-away http://localhost:${port}/api/items
<Directory "${folder}/root">
  Require all granted
</Directory>
<Location /api>
  AuthType Digest
  AuthName "${account.realm}"
  AuthDigestDomain /api
  AuthDigestProvider file
  AuthUserFile "${folder}/htdigest"
  AuthDigestQop auth
  AuthDigestNonceLifetime ${nonceLifetime}
  Require valid-user
</Location>
<Location /basic>
  AuthType Basic
  AuthName "${account.realm}"
  AuthBasicProvider file
  AuthUserFile "${folder}/htpasswd"
  Require valid-user
</Location>
`;
}
