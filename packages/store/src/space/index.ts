export { countRecords, readFreeSpace, readUse, type DiskSpace, type QuotaKind, type WorkspaceUse } from './use.ts';
