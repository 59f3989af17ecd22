/** Records whose values are hard to write: quotes, line breaks, nulls, lists, JSON, infinity, control characters. */
export const oddFields = [
  { id: 't t', type: 'text' },
  { id: 'b', type: 'bool' },
  { id: 'w', type: 'timestamp' },
  { id: 'z', type: 'timestamptz' },
  { id: 'j', type: 'json' },
  { id: 'a', type: 'text[]' },
  { id: 'i', type: 'int8' },
  { id: 'f', type: 'float8' },
  { id: 'n', type: 'numeric' },
  { id: 'd', type: 'date' },
]

/** As JSON text: spaces and line breaks between the parts of a `json` value are kept. */
export const oddRecords = String.raw`[
 {"t t": "plain", "b": true, "w": "2021-03-04T05:06:07.891234", "z": "2021-03-04T05:06:07.5+02", "j": {"a":[1, {"b":null}],
  "c , : \"x" : "y"}, "a": ["x", null, "q\"u,o\\te"], "i": 9007199254740993, "f": 1e300, "n": 12.340, "d": "2021-03-04"},
 {"t t": "a,b\t\"c\"\nd\re", "b": false, "w": "infinity", "z": "-infinity", "j": "text <&> \u00e9", "a": [], "i": -1, "f": "NaN", "n": "NaN", "d": "infinity"},
 {"t t": "\\.", "b": null, "w": "0044-03-15 BC", "j": null, "a": null, "f": "-Infinity"},
 {"t t": "", "j": [], "a": ["", "null"]},
 {"t t": " \u00fc \ud83d\ude00 \u0001\u0002\u001f \ufffe <&>' ", "w": "12021-03-04", "j": {"k": "\\u0001 \u2028"}, "d": "0044-03-15 BC"},
 {"t t": null}
]`

/** What a dump of them was before dumps were made by COPY, by its parameters. */
export const oddDumps = [
  [
    'format=csv',
    [
      '_id,t t,b,w,z,j,a,i,f,n,d\r\n',
      '1,plain,t,2021-03-04T05:06:07.891,2021-03-04 03:06:07.5+00,"{""a"": [1, {""b"": null}], ""c , : \\""x"": ""y""}","[""x"",null,""q\\""u,o\\\\te""]",9007199254740993,1e+300,12.340,2021-03-04\n',
      '2,"a,b\t""c""\n',
      'd\re",f,infinity,-infinity,"""text <&> é""",[],-1,NaN,NaN,infinity\n',
      '3,\\.,,0044-03-15T00:00:00 BC,,null,null,,-Infinity,,\n',
      '4,"",,,,[],"["""",""null""]",,,,\n',
      '5, ü 😀 \u0001\u0002\u001f \ufffe <&>\' ,,12021-03-04T00:00:00,,"{""k"": ""\\\\u0001 \\u2028""}",null,,,,0044-03-15 BC\n',
      '6,,,,,null,null,,,,\n',
    ].join(''),
  ],
  [
    'format=tsv',
    [
      '_id\tt t\tb\tw\tz\tj\ta\ti\tf\tn\td\r\n',
      '1\tplain\tt\t2021-03-04T05:06:07.891\t2021-03-04 03:06:07.5+00\t"{""a"": [1, {""b"": null}], ""c , : \\""x"": ""y""}"\t"[""x"",null,""q\\""u,o\\\\te""]"\t9007199254740993\t1e+300\t12.340\t2021-03-04\n',
      '2\t"a,b\t""c""\n',
      'd\re"\tf\tinfinity\t-infinity\t"""text <&> é"""\t[]\t-1\tNaN\tNaN\tinfinity\n',
      '3\t\\.\t\t0044-03-15T00:00:00 BC\t\tnull\tnull\t\t-Infinity\t\t\n',
      '4\t""\t\t\t\t[]\t"["""",""null""]"\t\t\t\t\n',
      '5\t ü 😀 \u0001\u0002\u001f \ufffe <&>\' \t\t12021-03-04T00:00:00\t\t"{""k"": ""\\\\u0001 \\u2028""}"\tnull\t\t\t\t0044-03-15 BC\n',
      '6\t\t\t\t\tnull\tnull\t\t\t\t\n',
    ].join(''),
  ],
  [
    'format=json',
    [
      '{\n',
      '  "fields": [{"id": "_id", "type": "int"}, {"id": "t t", "type": "text"}, {"id": "b", "type": "bool"}, {"id": "w", "type": "timestamp"}, {"id": "z", "type": "timestamptz"}, {"id": "j", "type": "json"}, {"id": "a", "type": "_text"}, {"id": "i", "type": "int8"}, {"id": "f", "type": "float8"}, {"id": "n", "type": "numeric"}, {"id": "d", "type": "date"}],\n',
      '  "records": [\n',
      '[1,"plain",true,"2021-03-04T05:06:07.891","2021-03-04T03:06:07.5+00:00",{"a":[1, {"b":null}],\n',
      '  "c , : \\"x" : "y"},["x",null,"q\\"u,o\\\\te"],9007199254740993,1e+300,12.340,"2021-03-04"],[2,"a,b\\t\\"c\\"\\nd\\re",false,"infinity","-infinity","text <&> é",[],-1,"NaN","NaN","infinity"],[3,"\\\\.",null,"0044-03-15T00:00:00 BC",null,null,null,null,"-Infinity",null,null],[4,"",null,null,null,[],["","null"],null,null,null,null],[5," ü 😀 \\u0001\\u0002\\u001f \ufffe <&>\' ",null,"12021-03-04T00:00:00",null,{"k": "\\\\u0001 \\u2028"},null,null,null,null,"0044-03-15 BC"],[6,null,null,null,null,null,null,null,null,null,null]\n',
      ']}\n',
    ].join(''),
  ],
  [
    'format=xml',
    [
      '<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n',
      '<row _id="1"><t_t>plain</t_t><b>true</b><w>2021-03-04T05:06:07.891</w><z>2021-03-04T03:06:07.5+00:00</z><j><value key="a"><value key="0">1</value><value key="1"><value key="b" xsi:nil="true" /></value></value><value key="c , : &quot;x">y</value></j><a><value key="0">x</value><value key="1" xsi:nil="true" /><value key="2">q&quot;u,o\\te</value></a><i>9007199254740993</i><f>1e+300</f><n>12.340</n><d>2021-03-04</d></row>\n',
      '<row _id="2"><t_t>a,b\t&quot;c&quot;\n',
      'd\re</t_t><b>false</b><w>infinity</w><z>-infinity</z><j>text &lt;&amp;&gt; é</j><a></a><i>-1</i><f>NaN</f><n>NaN</n><d>infinity</d></row>\n',
      '<row _id="3"><t_t>\\.</t_t><b xsi:nil="true" /><w>0044-03-15T00:00:00 BC</w><z xsi:nil="true" /><j xsi:nil="true" /><a xsi:nil="true" /><i xsi:nil="true" /><f>-Infinity</f><n xsi:nil="true" /><d xsi:nil="true" /></row>\n',
      '<row _id="4"><t_t></t_t><b xsi:nil="true" /><w xsi:nil="true" /><z xsi:nil="true" /><j></j><a><value key="0"></value><value key="1">null</value></a><i xsi:nil="true" /><f xsi:nil="true" /><n xsi:nil="true" /><d xsi:nil="true" /></row>\n',
      '<row _id="5"><t_t> ü 😀 \ufffd\ufffd\ufffd \ufffd &lt;&amp;&gt;\' </t_t><b xsi:nil="true" /><w>12021-03-04T00:00:00</w><z xsi:nil="true" /><j><value key="k">\\u0001 \u2028</value></j><a xsi:nil="true" /><i xsi:nil="true" /><f xsi:nil="true" /><n xsi:nil="true" /><d>0044-03-15 BC</d></row>\n',
      '<row _id="6"><t_t xsi:nil="true" /><b xsi:nil="true" /><w xsi:nil="true" /><z xsi:nil="true" /><j xsi:nil="true" /><a xsi:nil="true" /><i xsi:nil="true" /><f xsi:nil="true" /><n xsi:nil="true" /><d xsi:nil="true" /></row>\n',
      '</data>\n',
    ].join(''),
  ],
  [
    'format=csv&fields=t%20t',
    [
      't t\r\n',
      'plain\n',
      '"a,b\t""c""\n',
      'd\re"\n',
      '\\.\n',
      '""\n',
      " ü 😀 \u0001\u0002\u001f \ufffe <&>' \n",
      '\n',
    ].join(''),
  ],
  [
    'format=csv&q=plain&bom=true',
    [
      '_id,t t,b,w,z,j,a,i,f,n,d,rank\r\n',
      '1,plain,t,2021-03-04T05:06:07.891,2021-03-04 03:06:07.5+00,"{""a"": [1, {""b"": null}], ""c , : \\""x"": ""y""}","[""x"",null,""q\\""u,o\\\\te""]",9007199254740993,1e+300,12.340,2021-03-04,0.057308756\n',
    ].join(''),
  ],
  [
    'format=json&distinct=true&fields=b',
    ['{\n', '  "fields": [{"id": "b", "type": "bool"}],\n', '  "records": [\n', '[false],[true],[null]\n', ']}\n'].join(
      '',
    ),
  ],
] as const
