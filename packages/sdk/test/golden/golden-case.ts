/** One text put in the place of another, a file with another text or one more, or a file that is gone. */
export type Edit =
  [file: string, find: string, replacement: string] | { file: string; text: string } | { remove: string };

/** A connector that is broken, and all that the compiler says of it. */
export interface GoldenCase {
  title: string;
  /** The sound connector that is broken; the golden one unless told. */
  of?: Readonly<Record<string, string>>;
  /** What is done to it. */
  edits: Edit[];
  /** `file:line:column pointer code`, and what the compiler thinks was meant, in its order. */
  expected: string[];
}

export const connector = 'connector.json';
export const action = 'actions/create-issue.json';
export const upload = 'actions/send-file.json';
export const webhook = 'webhooks/events.json';
export const actionFixture = 'fixtures/create-issue.json';
export const webhookFixture = 'fixtures/issue-opened.json';
