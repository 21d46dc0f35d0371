/**
 * Hash of the templates, of the code that fills them and of the libraries that shape the output;
 * `generator/scripts/fingerprint.mjs` writes the module.
 */
export declare const FINGERPRINT: string;
