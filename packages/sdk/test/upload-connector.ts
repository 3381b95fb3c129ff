import { soundConnector } from './sound-connector.ts';

export const uploadAction = 'actions/send-file.json';

/** The sound connector with an action that sends a file in pieces, which each test breaks in one place. */
export const uploadConnector: Readonly<Record<string, string>> = {
  ...soundConnector,
  [uploadAction]: `{
  "label": "Send a file",
  "input": {
    "type": "object",
    "properties": { "title": { "type": "string" }, "file": { "type": "string" } },
    "required": ["title", "file"]
  },
  "request": {
    "method": "POST",
    "path": "/files",
    "body": { "json": { "title": "{{title}}", "size": "{{file.size}}", "parts": "{{upload.chunkCount}}" } }
  },
  "upload": {
    "file": "file",
    "send": "pieces",
    "to": "{{start.headers.location}}",
    "chunkSize": 8388608,
    "transfer": { "method": "PUT", "headers": { "X-Part": "{{piece.index}}" }, "success": { "status": [201] } },
    "goOn": [308],
    "confirmed": { "path": "response.headers.range", "as": "range" },
    "status": { "method": "PUT", "headers": { "Content-Range": "bytes */{{file.size}}" } },
    "abort": { "method": "DELETE" },
    "finish": { "method": "POST", "path": "/files/{{transfer.body.id}}/publish", "body": { "json": "{{start.body}}" } },
    "output": "finish"
  }
}
`,
};
