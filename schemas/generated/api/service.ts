// Made from api/service.schema.json by `npm run generate`. Change the schema, not this file.

export interface Health {
  /**
   * `ready` only if every part is.
   */
  status: 'ready' | 'not_ready';
  parts: {
    api: 'ready' | 'not_ready' | 'unknown';
    mongodb: 'ready' | 'not_ready' | 'unknown';
    temporal: 'ready' | 'not_ready' | 'unknown';
    worker: 'ready' | 'not_ready' | 'unknown';
  };
  /**
   * Sentences that say what is not ready.
   */
  problems: string[];
}
export interface OpenApiDocument {
  openapi: string;
  info: {
    [k: string]: unknown;
  };
  paths: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
