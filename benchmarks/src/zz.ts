import { validateAdvisorReport } from '@kanmon/proposal-quality';
import { samples } from '@kanmon/proposal-quality/testing';
const a = samples.find(({id})=>id==='A1')!.valid as any;
const bad = process.argv[2]==='bad' ? { ...a, summary: '', next_decision: '早く決めるべきです' } : a;
const t=JSON.stringify(a);
let s=performance.now(); for(let i=0;i<200000;i++) validateAdvisorReport(bad,['n1']); const v=performance.now()-s;
s=performance.now(); for(let i=0;i<200000;i++) JSON.parse(t); const j=performance.now()-s;
console.log(v/200, 'us', j/200,'us', v/j);
