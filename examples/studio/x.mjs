import {extractJson} from '@kanmon/core/json'; import {readFileSync} from 'node:fs';
const all=JSON.parse(readFileSync('/tmp/snip/snippets.json','utf8'));
const ok=(c)=>{const r=extractJson(`{\n  "file": "a.src",\n  "code": "${c}",\n  "changes": ["guard against nulls", "join both"],\n  "breaking": false\n}`,{keys:['file','code','changes','breaking']});return r.status==='ok'&&r.value.code===c};
// minimise: drop lines while it stays wrong
for(const i of process.argv.slice(2).map(Number)){let ls=all[i].code.split('\n');let again=true;while(again){again=false;for(let k=0;k<ls.length;k++){const t=[...ls.slice(0,k),...ls.slice(k+1)];if(t.length&&!ok(t.join('\n'))){ls=t;again=true;break}}}
 // drop words
 let ws=ls.join('\n').split(/(?<=\W)|(?=\W)/);again=true;while(again){again=false;for(let k=0;k<ws.length;k++){const t=[...ws.slice(0,k),...ws.slice(k+1)];if(t.length&&t.filter(x=>x==='"').length%2===0&&!ok(t.join(''))){ws=t;again=true;break}}}
 console.log(i,JSON.stringify(ls.join('\n')).slice(0,300),'\n   =>',JSON.stringify(ws.join('')))}
