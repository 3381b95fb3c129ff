import { uploadConnector } from './upload-connector.ts';

/** A complete connector with fixtures. The golden suite breaks it in one or more places. */
export const goldenConnector: Readonly<Record<string, string>> = {
  ...uploadConnector,
  'fixtures/create-issue.json': `{
  "kind": "action",
  "action": "create-issue",
  "input": { "project": "garden", "title": "Water the fern" },
  "account": { "shop": "fern", "token": "test-token" },
  "exchanges": [
    {
      "request": { "method": "POST", "url": "https://api.example.com/v1/projects/garden/issues?notify=true" },
      "response": { "status": 201, "body": { "id": 7 } }
    }
  ],
  "expect": { "output": { "id": 7 } }
}
`,
  'fixtures/send-file.json': `{
  "kind": "action",
  "action": "send-file",
  "input": { "title": "Plan", "file": "f1" },
  "file": { "name": "plan.txt", "text": "Water the fern" },
  "exchanges": [],
  "expect": { "error": "fatal" }
}
`,
  'fixtures/issue-opened.json': `{
  "kind": "webhook",
  "webhook": "events",
  "delivery": { "headers": {}, "body": { "shop": "fern", "entries": [{ "id": "1", "kind": "issue.opened" }] } },
  "expect": { "kind": "events" }
}
`,
};
