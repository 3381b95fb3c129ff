/** Questions about the flights, by description; the product and `flights-reference.py` answer each of them. */
export const flightsQuestions = {
  'all flights': { type: 'flight', measures: [{ fn: 'count' }] },
  'flights by carrier code': { type: 'flight', groupBy: [{ field: 'carrier' }], measures: [{ fn: 'count' }] },
  'flights by airline': { type: 'flight', groupBy: [{ field: 'airline' }], measures: [{ fn: 'count' }] },
  'flights by month in New York': {
    type: 'flight',
    groupBy: [{ field: 'time_hour', unit: 'month' }],
    measures: [{ fn: 'count' }],
    timezone: 'America/New_York',
  },
  'flights by month in UTC': {
    type: 'flight',
    groupBy: [{ field: 'time_hour', unit: 'month' }],
    measures: [{ fn: 'count' }],
    timezone: 'UTC',
  },
  'flights by day in New York over the change to summer time': {
    type: 'flight',
    filter: {
      and: [
        { field: 'time_hour', op: 'gte', value: '2013-03-08' },
        { field: 'time_hour', op: 'lte', value: '2013-03-12' },
      ],
    },
    groupBy: [{ field: 'time_hour', unit: 'day' }],
    measures: [{ fn: 'count' }],
    timezone: 'America/New_York',
  },
  'different planes by origin': {
    type: 'flight',
    groupBy: [{ field: 'origin' }],
    measures: [
      { fn: 'distinct', field: 'plane' },
      { fn: 'distinct', field: 'tailnum' },
    ],
  },
  'departure delay': {
    type: 'flight',
    measures: [
      { fn: 'avg', field: 'dep_delay' },
      { fn: 'min', field: 'dep_delay' },
      { fn: 'max', field: 'dep_delay' },
      { fn: 'sum', field: 'distance' },
    ],
  },
  'departure delay by origin airport': {
    type: 'flight',
    groupBy: [{ field: 'origin_airport' }],
    measures: [{ fn: 'avg', field: 'dep_delay' }],
  },
  'flights more than an hour late by origin': {
    type: 'flight',
    filter: { and: [{ field: 'dep_delay', op: 'gte', value: 61 }] },
    groupBy: [{ field: 'origin' }],
    measures: [{ fn: 'count' }],
  },
  'flights that never left, by month in New York and carrier': {
    type: 'flight',
    filter: { and: [{ field: 'dep_time', op: 'empty' }] },
    groupBy: [{ field: 'time_hour', unit: 'month' }, { field: 'carrier' }],
    measures: [{ fn: 'count' }],
    timezone: 'America/New_York',
  },
  'flights of planes nobody lists, by carrier': {
    type: 'flight',
    filter: { and: [{ field: 'plane', op: 'empty' }] },
    groupBy: [{ field: 'carrier' }],
    measures: [{ fn: 'count' }, { fn: 'distinct', field: 'tailnum' }],
  },
  'flights of three carriers that did not go to Honolulu, by destination': {
    type: 'flight',
    filter: {
      and: [
        { field: 'carrier', op: 'in', value: ['UA', 'HA', 'AS'] },
        { field: 'dest', op: 'ne', value: 'HNL' },
      ],
    },
    groupBy: [{ field: 'destination' }],
    measures: [{ fn: 'count' }, { fn: 'max', field: 'time_hour' }],
  },
  'planes whose maker is called something with air, by maker': {
    type: 'plane',
    filter: { and: [{ field: 'manufacturer', op: 'contains', value: 'air' }] },
    groupBy: [{ field: 'manufacturer' }],
    measures: [{ fn: 'count' }, { fn: 'min', field: 'year' }, { fn: 'avg', field: 'seats' }],
  },
  'weather by origin and quarter': {
    type: 'weather',
    groupBy: [{ field: 'origin' }, { field: 'time_hour', unit: 'quarter' }],
    measures: [
      { fn: 'avg', field: 'temp' },
      { fn: 'sum', field: 'precip' },
      { fn: 'max', field: 'wind_gust' },
      { fn: 'count', field: 'pressure' },
    ],
    timezone: 'America/New_York',
  },
  'a day on which nothing left': {
    type: 'flight',
    filter: { and: [{ field: 'time_hour', op: 'eq', value: '2014-06-01' }] },
    groupBy: [{ field: 'origin' }],
    measures: [{ fn: 'count' }, { fn: 'avg', field: 'dep_delay' }, { fn: 'sum', field: 'distance' }],
  },
} as const;
