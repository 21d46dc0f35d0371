/** swagger2openapi, bundled by `generator/scripts/swagger-converter.mjs`; it reads neither files nor the network. */
export declare function convertObj(document: object, options: object): Promise<{ readonly openapi: object }>;
