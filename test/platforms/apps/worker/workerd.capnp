using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "main", worker = .worker ),
    ( name = "internet", network = ( allow = ["public", "private"] ) ),
  ],
  sockets = [( name = "http", address = "127.0.0.1:0", http = (), service = "main" )],
);

const worker :Workerd.Worker = (
  modules = [( name = "worker.js", esModule = embed "worker.js" )],
  compatibilityDate = "2026-11-01",
);
