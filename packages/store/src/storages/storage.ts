/** A place of the bytes of files. Bytes are written once under their id and never changed. */
export interface FileStorage {
  /** Writes bytes as they arrive; holds a few MiB. After an error, `remove` cleans up. */
  write(at: ContentKey, stream: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens complete bytes, to read ranges of them; what follows `untilByte` is not read ahead. */
  open(place: ContentPlace, untilByte?: number): ContentReader;
  /** Removes bytes, including those of an unfinished upload. Bytes that are not there are no error. */
  remove(at: ContentKey): Promise<void>;
}

export interface ContentKey {
  workspaceId: string;
  /** 24 hex digits. */
  id: string;
  /** Where in S3 they are; absent in GridFS. */
  s3?: S3Object;
}

/** An object of a bucket. */
export interface S3Object {
  bucket: string;
  key: string;
}

/** The location of bytes, as a serializable value. */
export interface ContentPlace extends ContentKey {
  sizeBytes: number;
}

/** Reads ranges of one content, one after another. */
export interface ContentReader {
  /**
   * The bytes from `start` up to but excluding `end`, as buffers of up to 1 MiB. Read one range at a time.
   * @throws Problem `not_found` if the bytes were deleted.
   */
  read(start: number, end: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}
