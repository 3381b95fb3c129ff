export { countRecords, readFreeSpace, readUse, type DiskSpace, type QuotaKind } from './use.ts';
