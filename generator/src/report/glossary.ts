/** A word of the page that not everybody knows. */
export interface Term {
  readonly id: string;
  readonly term: string;
  readonly text: string;
}

export const GLOSSARY: readonly Term[] = [
  {
    id: "provider",
    term: "provider",
    text: "A service on the network that can do what is asked, such as a company that sends text messages.",
  },
  { id: "use-case", term: "use-case", text: "Something that the application asks for, whichever provider does it." },
  {
    id: "attempt",
    term: "attempt",
    text: "One request that is sent to a provider. Where it fails in a way that may pass, another one follows after a wait.",
  },
  {
    id: "circuit",
    term: "circuit",
    text: "A switch in front of a provider, for all callers together. It opens after failures in a row: then nothing is sent there, and nobody waits for it. After a rest one request finds out whether the provider is back; if so, the circuit closes.",
  },
  {
    id: "failover",
    term: "failover",
    text: "The call goes on with the next provider, because the one before has failed or its circuit is open.",
  },
  {
    id: "caller",
    term: "caller",
    text: "The code of the application that waits for the answer, often with a person behind it.",
  },
];
