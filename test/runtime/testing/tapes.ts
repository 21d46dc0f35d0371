import type { Recording, RecordingFiles, RecordingSettings } from "@sdkwright/runtime/testing";
import { recording } from "@sdkwright/runtime/testing";
import { credentials } from "../acme.js";

/** Files in memory. */
export interface Drawer extends RecordingFiles {
  readonly texts: Map<string, string>;
}

export function drawer(): Drawer {
  const texts = new Map<string, string>();
  return { texts, read: (path) => texts.get(String(path)), write: (path, text) => void texts.set(String(path), text) };
}

/** Records, or replays where the file is there, outside of CI. */
export function open(files: RecordingFiles, settings: RecordingSettings = {}): Recording {
  return recording("pay.json", { files, env: {}, ...settings });
}

export interface Tape {
  readonly recording: number;
  readonly exchanges: readonly {
    readonly request: {
      readonly method: string;
      readonly url: string;
      readonly query: object;
      readonly body?: unknown;
    };
    readonly response?: {
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body?: unknown;
      readonly text?: string;
      readonly chunks?: readonly string[];
      readonly cut?: boolean;
      readonly base64?: string;
      readonly length?: number;
    };
    readonly failure?: string;
  }[];
}

export function tapeOf(files: Drawer): Tape {
  return JSON.parse(files.texts.get("pay.json") ?? "null") as Tape;
}

/** Of the client, in any form in which they may be written. */
export const SECRETS: readonly string[] = Object.values(credentials)
  .flatMap((fields) => Object.values(fields))
  .flatMap((text) => (text.includes("secret") ? [text, Buffer.from(text).toString("base64").slice(0, 12)] : []));
