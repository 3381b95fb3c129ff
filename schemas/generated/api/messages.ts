// Made from api/messages.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment } from './parts.ts';

export interface MessagePage {
  messages: Message[];
  /**
   * How many are unread, on all pages.
   */
  unread: number;
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
}
/**
 * What a workflow has told the person.
 */
export interface Message {
  id: Id;
  text: string;
  at: Moment;
  isRead: boolean;
  /**
   * The name of the branch of the run and the report; null if it was deleted.
   */
  branch: string | null;
  workflowId: Id;
  workflowName: string;
  runId: Id;
  /**
   * The report that the message opens, with the name that it had; null for a message without one.
   */
  report: {
    id: Id;
    name: string;
  } | null;
  /**
   * An address outside that the message offers; null for a message without one.
   */
  link: string | null;
}
export interface MessageRead {
  /**
   * Whether the person has read the message.
   */
  isRead: boolean;
}
export interface MessagesRead {
  /**
   * The newest message that was seen; later ones stay unread.
   */
  upTo: Id;
}
