import { account, basicLine } from "./accounts.js";
import type { DaemonPlan } from "./daemon.js";

/** nginx: `/api` with basic, `/key` with a header key, `/query-key` with a query key, `/admin`, redirects, `/echo`. */
export const nginx: DaemonPlan = {
  binary: "/usr/sbin/nginx",
  args: (folder) => ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/log/error.log`],
  accessLog: "log/access.log",
  files: (folder, port) => ({
    "log/": "",
    "tmp/": "",
    "root/api/items": "items\n",
    htpasswd: `${basicLine()}\n`,
    "nginx.conf": configuration(folder, port),
  }),
};

/** What stands for the key in requests: nginx compares it as it came, percent-encoding included. */
export const apiKey = "nginx-test-key-0123456789";

function configuration(folder: string, port: number): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join("\n  ")}
  log_format answers '$status $http_authorization$http_x_api_key';
  access_log ${folder}/log/access.log answers;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
    location /api/ { auth_basic "${account.realm}"; auth_basic_user_file ${folder}/htpasswd; }
    location /key/ { if ($http_x_api_key != "${apiKey}") { return 403; } alias ${folder}/root/api/; }
    location /query-key/ { if ($arg_api_key != "${apiKey}") { return 403; } alias ${folder}/root/api/; }
    location /admin/ { return 200 "admin key=$http_x_api_key\\n"; }
    location = /moved-here { return 302 /key/items; }
    location = /moved-away { return 302 http://localhost:${port}/echo; }
    location = /moved-with-key { return 302 http://localhost:${port}/echo?$args; }
    location = /moved-with-body { return 307 http://localhost:${port}/echo; }
    location = /echo { return 200 "auth=$http_authorization key=$http_x_api_key query=$args\\n"; }
  }
}
`;
}
