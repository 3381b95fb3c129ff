export { addNotice, removeNotice, takeNotice } from './notices.ts';
export type { Notice, NoticeKind, NoticeLine } from './notices.ts';
