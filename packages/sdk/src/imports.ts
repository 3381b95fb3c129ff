// Beginning connectors from descriptions of a service. An entry of its own: nothing else needs YAML.
export { connectorFromCurl } from './curl/connector-from-curl.ts';
export { completeFolder } from './openapi/complete-folder.ts';
export { connectorFromOpenApi } from './openapi/connector-from-openapi.ts';
export type { MadeConnector, OpenApiWishes } from './openapi/connector-from-openapi.ts';
export { listOperations } from './openapi/list-operations.ts';
export type { OpenApiContents } from './openapi/list-operations.ts';
export type { Note as ImportNote } from './openapi/model.ts';
export { readDocument } from './openapi/read-document.ts';
