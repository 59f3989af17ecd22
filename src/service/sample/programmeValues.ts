/** Awkward rows, for tests and for people who want to see what a cell does with them; spread among the others. */
export const SPECIALS: Readonly<Record<number, { title: string; lead?: string; notes?: string }>> = {
  1: { title: '<img src=x onerror="alert(1)"> gauging, River Ardle', lead: '<script>alert(2)</script>' },
  2: {
    title: 'مسح رواسب النهر، الحوض الأعلى',
    lead: 'ليلى الحسن',
    notes: 'النص من اليمين إلى اليسار with English inside, 42.',
  },
  3: { title: 'סקר איכות המים, נחל ארדל', lead: 'נועה לוי' },
  4: { title: '河川堆積物調査・上流域', lead: '佐藤 美咲', notes: '水位は平年並み。次回の調査は四月。' },
  5: { title: '하천 생태 조사, 상류', lead: '김민준' },
  6: { title: 'Salmon count 🐟🐟 with 👩🏽‍🔬 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿, River Tarrow', lead: 'Zoë Ångström' },
  7: { title: 'Cafe\u0301 and Café are two spellings of one word', lead: 'Nguye\u0302\u0303n Thị Hương' },
  8: { title: 'Quotes "double", \'single\', back\\slash, 100%, a;b,c\tand a tab', lead: "O'Neill; DROP TABLE x --" },
  9: { title: '  Blanks before and after  ', lead: '' },
  10: { title: '=HYPERLINK("http://example.invalid","a formula")', lead: '+44 20 7946 0000', notes: '@SUM(1+1)' },
  11: { title: 'Zalgo: Z̸̛̪͕a̴͎̽l̷̰͝g̶̱̈́o̴͍͂, a zero\u200bwidth space, and a\u00a0hard one', lead: 'İstanbul ığüşöç ß' },
  12: { title: 'null', lead: 'NULL', notes: '∅' },
  13: {
    title: 'A note of many pages',
    notes: Array.from({ length: 1500 }, (_, line) => `Line ${line + 1}: level ${(line * 37) % 211} cm.`).join('\n'),
  },
  14: { title: `${'Word'.repeat(120)} without a blank`, notes: 'A title that no column is wide enough for.' },
}

export const SUBJECTS = [
  ['watershed', 24],
  ['survey', 18],
  ['sampling', 16],
  ['restoration', 11],
  ['fisheries', 9],
  ['flood', 7],
  ['groundwater', 6],
  ['peatland', 5],
  ['coastal', 3],
  ['invasive species', 1],
] as const

export const STAGES = [
  ['active', 38],
  ['closed', 34],
  ['planned', 13],
  ['draft', 9],
  ['paused', 6],
] as const

export const OFFICES = [
  ['Invercalder', 31],
  ['Kilmarrow', 27],
  ['Strathorrin', 22],
  ['Fennick', 12],
  ['Garron', 8],
] as const

export const RIVERS = [
  'River Tarrow',
  'River Ardle',
  'River Orrin',
  'Garron Water',
  'Wester Burn',
  'Loch Averon',
  'Glen Ussie',
  'upper Fennick',
  'lower Dunnet',
  'Firth of Calder',
  'Abhainn Bhàn',
  'Allt na Mòine',
  'Loch Èirinn',
  'Søndre Å',
] as const

export const WORKS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  watershed: [
    'Basin-wide suspended sediment monitoring',
    'Nutrient load bound to sediment',
    'Paired-catchment sediment study',
    'Runoff model',
  ],
  survey: [
    'Airborne survey of sediment plumes',
    'Bathymetry and sediment thickness',
    'Bank erosion survey',
    'Sonar survey',
  ],
  sampling: [
    'Long-term sampling network',
    'Microplastics in river sediment',
    'Weekly turbidity sampling',
    'Isotope sampling',
  ],
  restoration: ['Weir removal', 'Riparian planting', 'Meander restoration', 'Gravel augmentation'],
  fisheries: ['Salmon redds and fine sediment infill', 'Eel pass monitoring', 'Trout tagging', 'Fish counter'],
  flood: ['Flood relief channel', 'Flood mark survey', 'Natural flood management', 'Ice-jam watch'],
  groundwater: ['Borehole levels', 'Spring discharge', 'Nitrate trend'],
  peatland: ['Peatland drains and fine sediment supply', 'Ditch blocking', 'Water table loggers'],
  coastal: ['Longshore sediment transport', 'Salt marsh accretion', 'Harbour dredging'],
  'invasive species': ['Knotweed treatment', 'Signal crayfish trapping'],
}

export const SUFFIXES = [
  ', second cycle',
  ', phase II',
  ', pilot',
  ', reaches 4–9',
  ' (joint with the university)',
] as const

export const LEADS = [
  'Ailsa Mackay',
  'Bjørn Håkonsen',
  'Chloé Lefèvre',
  'Dóra Szűcs',
  'Eilidh NicDhòmhnaill',
  'François Müller',
  'Grzegorz Brzęczyszczykiewicz',
  'Ḥasan al-Ṭūsī',
  'Ioana Țepeș',
  'Jiří Dvořák',
  'Κώστας Παππάς',
  'Лариса Щукина',
  'María José Ibáñez',
  'Ngozi Adéwálé',
  'Þóra Jónsdóttir',
  '王小明',
] as const

export const ZONES = ['Z', '+00:00', '+01:00', '-03:30', '+05:45'] as const

export const INTERVALS = [
  '1 day',
  '7 days',
  '14 days 06:00:00',
  '1 mon',
  '3 mons',
  '00:15:00',
  '1 year 2 mons',
] as const

export const ODD_CODES = ['', 'with, comma', 'with "quotes"', 'ÅR-1', '{braces}', 'NULL'] as const

export const SENTENCES = [
  'Access only at low water.',
  'The logger was replaced after the storm.',
  'Gate code is with the estate office.',
  'Readings before noon are affected by the hydro scheme.',
  'Turbidity above 25 NTU for nine days.',
  'Sediment traps emptied monthly.',
  'Data gap while the battery was flat.',
  'Levels are relative to the local datum.',
  'Otters on the left bank.',
  'See also the survey of 1974.',
  'Landowner asks for a call beforehand.',
  'Calibrated against the weir, R² = 0.97.',
] as const
