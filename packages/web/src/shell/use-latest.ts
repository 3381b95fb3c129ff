import { useEffect, useRef, type RefObject } from 'react';

/** What a value was when the page was last drawn, for what goes on longer than one drawing. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
