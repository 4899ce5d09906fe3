import {extractJson} from '@kanmon/core/json'; import {readFileSync} from 'node:fs';
const all=JSON.parse(readFileSync('/tmp/snip/snippets.json','utf8'));
const ok=(c)=>{const r=extractJson(`{\n  "file": "a.src",\n  "code": "${c}",\n  "changes": ["guard against nulls", "join both"],\n  "breaking": false\n}`,{keys:['file','code','changes','breaking']});return r.status==='ok'&&r.value.code===c};
const seen=new Set();
for(const i of process.argv.slice(2).map(Number)){let ls=all[i].code.split('\n');let again=true;while(again){again=false;for(let k=0;k<ls.length;k++){const t=[...ls.slice(0,k),...ls.slice(k+1)];if(t.length&&!ok(t.join('\n'))){ls=t;again=true;break}}}
 const s=ls.join('\n');if(seen.has(s))continue;seen.add(s);console.log(i,all[i].ext,JSON.stringify(s).slice(0,400))}
