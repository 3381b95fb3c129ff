export { countUnread, listMessages, markMessage, markMessagesUpTo, tellPeople } from './messages.ts';
export type { Inbox, Message } from './messages.ts';
