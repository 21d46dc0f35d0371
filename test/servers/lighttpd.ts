import { account, digestLine, userhashLine } from "./accounts.js";
import type { DaemonPlan } from "./daemon.js";

const spaces = ["md5", "sha256", "sha512256", "both", "userhash", "basic"];

/** lighttpd with mod_auth: `/md5`, `/sha256`, `/sha512256`, `/both` (two challenges), `/userhash` and `/basic`. */
export const lighttpd: DaemonPlan = {
  binary: "/usr/sbin/lighttpd",
  args: (folder) => ["-D", "-f", `${folder}/lighttpd.conf`],
  accessLog: "log/access.log",
  files: (folder, port) => ({
    "log/": "",
    "tmp/": "",
    ...Object.fromEntries(spaces.map((space) => [`root/${space}/items`, `${space}\n`])),
    "htdigest.md5": `${digestLine("md5")}\n`,
    "htdigest.sha256": `${digestLine("sha256")}\n`,
    "htdigest.sha512256": `${digestLine("sha512-256")}\n`,
    "htdigest.both": `${digestLine("md5")}\n${digestLine("sha256")}\n`,
    "htdigest.userhash": `${userhashLine()}\n`,
    htpasswd: `${account.username}:${account.password}\n`,
    "lighttpd.conf": configuration(folder, port),
  }),
};

function configuration(folder: string, port: number): string {
  return `
server.document-root = "${folder}/root"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${folder}/log/error.log"
server.upload-dirs = ( "${folder}/tmp" )
server.modules = ( "mod_auth", "mod_authn_file", "mod_accesslog", "mod_redirect" )
accesslog.filename = "${folder}/log/access.log"
accesslog.format = "%s %{Authorization}i"
url.redirect = ( "^/moved-here$" => "/md5/items", "^/moved-away$" => "http://localhost:${port}/md5/items" )
${digestSpace(folder, "md5", "MD5")}
${digestSpace(folder, "sha256", "SHA-256")}
${digestSpace(folder, "sha512256", "SHA-512-256")}
${digestSpace(folder, "both", "MD5|SHA-256")}
${digestSpace(folder, "userhash", "SHA-256", '"userhash" => "enable"')}
$HTTP["url"] =^ "/basic/" {
  auth.backend = "plain"
  auth.backend.plain.userfile = "${folder}/htpasswd"
  auth.require = ( "" => ( "method" => "basic", "realm" => "${account.realm}", "require" => "valid-user" ) )
}
`;
}

function digestSpace(folder: string, space: string, algorithm: string, extra = ""): string {
  return `$HTTP["url"] =^ "/${space}/" {
  auth.backend = "htdigest"
  auth.backend.htdigest.userfile = "${folder}/htdigest.${space}"
  auth.require = ( "" => ( "method" => "digest", "algorithm" => "${algorithm}", "realm" => "${account.realm}",
    "require" => "valid-user", ${extra} ) )
}`;
}
