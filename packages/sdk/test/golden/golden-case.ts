/** Replaces a text, replaces or adds a file, or deletes a file. */
export type Edit =
  [file: string, find: string, replacement: string] | { file: string; text: string } | { remove: string };

/** A broken connector and everything the compiler reports about it. */
export interface GoldenCase {
  title: string;
  /** The sound connector to break. Default: the golden one. */
  of?: Readonly<Record<string, string>>;
  /** The changes to it. */
  edits: Edit[];
  /** `file:line:column pointer code` and the suggestion, in the compiler's order. */
  expected: string[];
}

export const connector = 'connector.json';
export const action = 'actions/create-issue.json';
export const upload = 'actions/send-file.json';
export const webhook = 'webhooks/events.json';
export const actionFixture = 'fixtures/create-issue.json';
export const webhookFixture = 'fixtures/issue-opened.json';
