// Made from api/parts.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * An id that the service made.
 */
export type Id = string;
/**
 * A moment in UTC as ISO 8601 writes it.
 */
export type Moment = string;
export type Count = number;
/**
 * Which save of a thing this is. It goes up with each.
 */
export type Revision = number;
export type Sha256 = string;
/**
 * What people call a thing: more than spaces, and no control characters.
 */
export type Name = string;
/**
 * What a person may do in a workspace.
 */
export type Role = 'owner' | 'admin' | 'member' | 'viewer' | 'guest';
/**
 * The IANA time zone in which days begin where a question names none.
 */
export type Timezone = string;
/**
 * The day on which weeks begin where a question names none.
 */
export type WeekStart = 'monday' | 'sunday' | 'saturday';

