/** The id of the sample table that is made up, on every service of ours. */
export const FIELD_PROGRAMMES_ID = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
