import { parseWordList } from '../text/word-list.ts';

/** Function words and clause words: they end a run and are never terms. */
const functionWords = `
a an the this that these those it its they them their there here we us our you your he she his her i me my
who whom whose which what when where why how if then else than because so as while until unless since once whether though although
and or but nor yet not no none neither either both
of in on at to from by for with without within into onto over under above below between among across through during before after about against
behind per via toward towards upon off out up down around along beyond except like unlike near
is are was were be been being am do does did done doing have has had having can could may might must shall should will would cannot
isn't aren't don't doesn't won't can't shouldn't must_not
let lets get gets got just also only even still too very more most less least much many few several some any all each every other others another such same own
new existing current currently already now always never again soon later ever
please thanks thank etc e.g i.e
able available possible necessary required needed appropriate proper properly correct correctly
e.g. i.e. vs
one ones else both
sure exact exactly whole entire
way ways thing things lot bit case cases
today tomorrow next last first # positions; "first name" is given as a custom term when it matters
least most rather instead otherwise
whenever wherever anyone everyone someone nobody something everything anything nothing
ago apart together back away
`;

/** Auxiliary and planning verbs: the plan's own business, not the request's. */
const planningVerbs = `
add adds added adding implement implements implemented implementing support supports supported supporting make makes making made build builds built building
ensure ensures ensured create creates created creating provide provides provided providing enable enables enabled allow allows allowed allowing want wants wanted need needs like
keep keeps keeping kept show shows shown display displays displayed include includes including included set sets setting give gives given 
use uses used using work works handle handles handled put puts go goes come comes take takes taken 
introduce introduces introducing develop developing start starts begin stop finish end ends help helps try tries
write writes run runs prepare become becomes say says see sees know look looks happen happens
accept accepts apply applies define defines found find finds fix fixes change changes changed changing update updates updated updating
turn turns bring offer offers serve serves meet consider decide perform performs
call called bump reach reaches reached exceed exceeds exceeded contain contains leave leaves based wish hope plan plans planned rework extend improve
send sends sending sent generate generates generated tell tells told lose loses losing wastes waits misses survive survives replace replaces replaced returned returning usable useful painless disabled enabled
once twice
exclude excludes excluding excluded omit omits postpone postpones defer defers deferred
fails occurs arrives exists passes stay stays remain remains
require requires requiring mean means move moves moved raise lower increase decrease reduce cut switch
`;

/** Nouns that say nothing alone. As a head with a modifier they are cut off (login feature: login). */
const planningNouns = `
feature features functionality function functionalities implementation requirement requirements task tasks work
support development project system systems capability capabilities option options ability
step steps release releases version versions thing things stuff part parts
`;

export const englishFunctionWords: ReadonlySet<string> = new Set(parseWordList(functionWords));
export const englishPlanningVerbs: ReadonlySet<string> = new Set(parseWordList(planningVerbs));
export const englishPlanningNouns: ReadonlySet<string> = new Set(parseWordList(planningNouns));

/** Work verbs that say too little to be asked for; nouns of a run elsewhere (rate limit, alt text). */
export const englishVagueVerbs: ReadonlySet<string> = new Set(
  parseWordList(
    'limit text rest return answer report miss load pull wait waste store record list score publish process read save page',
  ),
);
/** Planning verbs that close a noun phrase: kitchen display, price change. */
export const englishNounVerbs: ReadonlySet<string> = new Set(
  parseWordList(
    'change update display start use plan run call set switch show increase decrease build work',
  ),
);

/**
 * Verbs that name the work when they open a clause: "archive invoices" asks for archiving.
 * Elsewhere they are read as nouns of a run ("search results").
 */
export const englishWorkVerbs: ReadonlySet<string> = new Set(
  parseWordList(`
aggregate alert anonymize anonymise approve archive assign attach audit authenticate authorize auto-save autosave backfill backup ban batch block book broadcast bundle
cache calculate calibrate cancel capture categorize charge check checkpoint classify clean clone collect combine compare compress compute confirm convert copy count crop
decrypt deduplicate delete deliver deploy deprecate detect disable dispatch download drop duplicate edit email encrypt enforce enqueue escalate estimate evict expire explain export
fetch filter flag forecast forward generate geocode group hash hide highlight import index ingest inject inspect integrate invalidate invite invoice issue
label limit link list localize localise lock log mask match measure merge message migrate mirror moderate monitor mute notify
obfuscate optimize order overwrite page paginate parse partition paste pause pin poll post preload prefetch preview print prioritize process propagate protect prune publish purge push
query queue quarantine rank rate-limit read reassign rebuild recalculate recommend reconcile record recover redact redirect refresh refund regenerate register reindex reject remind remove rename render renew reopen reorder replace replay replicate reply report request reschedule reserve reset resize resolve restore restrict resume retain retire retry return reuse revert review revoke rewrite roll rotate round route
sample sanitize save scan schedule score scroll search segment select send share shard ship show sign skip snapshot sort split stagger store stream strip submit subscribe summarize suspend sync synchronize
tag test throttle toggle trace track transcode transcribe transfer transform translate trigger trim truncate
undo unify unlock unsubscribe upgrade upload upsert validate verify version view warm warn watermark withdraw wrap zip ask log-in rest miss load pull wait waste text answer process sign-in
`),
);
