export { collectionFacts, momentOf, takeMoment } from './collection-facts.ts';
export type { Moment, TakenMoment } from './collection-facts.ts';
export { readWriteCounter } from './write-counter.ts';
export type { WriteCounter } from './write-counter.ts';
export { sampleOfFields } from './record-sample.ts';
