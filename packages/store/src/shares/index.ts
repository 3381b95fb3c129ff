export { createShareLink, listShareLinks, openShareLink, revokeShareLink } from './share-links.ts';
export type { SharedKind, ShareLink } from './share-links.ts';
