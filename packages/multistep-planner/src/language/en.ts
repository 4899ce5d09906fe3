import { wordSet } from './lexicon.ts';

/** Articles, conjunctions, prepositions and the like. */
export const englishFunctionWords =
  'a an the and or but if of for to in on at by with from about into over under out up down off as than so such then there here also too very just only not never no nor own same';

/**
 * English words that name no topic, in the form of `compileLexicon`: closed classes, and the nouns and
 * verbs that need another word before they can be searched. Written for this package (MIT).
 */
export const englishLexicon = `
attributes: age, amount, availability, available, benefit, charge, color, colour, condition, copy, cost, date, deadline, deposit, detail, difference,
  discount, document, due date, duration, exception, fee, form, height, hours, id, instructions, kind, length, level, limit, location, maximum,
  meaning, method, minimum, name, number, option, original, paperwork, penalty, period, policy, price, process, progress, proof, purpose, range, rate,
  reason, requirement, restriction, rule, schedule, size, status, step, terms, time, total, type, version, weight
generic: mess, on hold, take care, driving me, pick your brain, pillar, actually, advice, alternative, answer, anybody, anyone, anything, anywhere, apology, assistance, attention, back, bit, button, chance,
  change, choice, circle, clue, concern, conversation, direction, discussion, end, error, error message, everyone, everything, example, excuse,
  explanation, failure, fault, favor, favour, fuss, goods, heaven, hell, idea, info, issue, item, joy, letter, link, lot, luck, manner, matter,
  message, middle, mind, mistake, nobody, nonsense, note, nothing, notice, one, opinion, opportunity, page, part, place, point, problem, procedure,
  product, query, reaction, request, response, result, sake, service, silence, site, situation, solution, somebody, somehow, someone, something,
  staff, stage, stuff, subject, support, system, thing, topic, trouble, truth, usual, way, website, whatever, wits, word, world
predicates: round frustrated confused disappointed worried able accept add additional advise afraid ages ahead allow almost alone along altogether angry annoy anxious anymore anyway apart apply
  around asap aside assist awake aware away awful backwards bad badly become began begin best better bigger bother bought break bring broke broken
  brought buy call came cancel careful certain change charge chat cheap cheaper check choose chose click closer come complain complete complicated
  confirm confuse contact continue correct correctly cost crazy create decent decide decline delete deny desperate different difficult disappoint
  discuss disgusting dreadful drop dumb earlier early easy edit eligible elsewhere enough enter everywhere exactly exhausted expect expensive extend
  extra fail familiar far fast faster fed felt fill finish fit fix follow forever forget forgot forth free frustrate funny furious further gave given
  glad go gone halfway hand handle hang happen happy hard hardly hear heard held helpless higher honest hope hopeless horrible huge hung hurry
  immediately important impossible include incredible indeed innocent insane interest invalid joke keen keep kept kinda larger late lazy left load
  lonely longer lose lower mad made make manage mandatory massive mean meant mention met miss modify move nasty nearer nearly necessary needed nervous
  new normal nowhere obvious odd offer old ordinary overdue paid pay pick plain play pleasant polite poor possible prefer prepare press pretty
  previous proceed promise proper properly proud provide put qualify quicker rang rare rather ready reasonable receive recommend refer register reject
  relate remove renew repeat replace reply report request require resolve respond responsible result rid ridiculous right ring rude run sad scared
  scary select send sent serious set several shame shorter sign silly similar simple slow smaller smart solve somewhat somewhere soon sorry sort sound
  speak specific spoke spoken start stop straight strange stressed stuck stupid submit sudden suggest suitable suppose sure surely switch take taken
  talk terrible tiny tired together took touch tough true try turn typical ugly unable unfair unhappy unlikely update upgrade upset upside urgent
  urgently use useless vague valid various verify visit wait weak weird went wish work worry worse worth write wrong wrote
verbs: agree argue arrange avoid believe blame carry chase clear connect dead deal deep fair fall fight figure fine forgive found guess hit hold hurt
  ignore improve kill laugh lead leave listen live lost love pass prove pull push raise reach real remember rest shout sick sit spend spent stand stay
  stick struggle tie trust waste watch win
circumstances: sec, next door, advance, after, afternoon, against, ago, aunt, baby, before, between, bloke, boss, boy, boyfriend, brother, carer, colleague, couple,
  cousin, dad, daughter, day, dozen, during, e-mail, eight, email, evening, family, father, fifth, first, five, flatmate, folk, four, fourth, friend,
  gentleman, girl, girlfriend, gran, grandad, granddaughter, grandfather, grandma, grandmother, grandparent, grandson, guardian, guest, half, here,
  holiday, home, hour, husband, lad, lady, last, last time, later, lunchtime, mail, man, manager, midnight, minute, mom, month, morning, mother, mum,
  nan, neighbor, neighbour, nephew, next, next time, niece, night, nine, noon, now, once, online, parent, partner, past, people, person, phone, post,
  public holiday, relative, roommate, second, seven, since, sister, six, son, supervisor, telephone, ten, third, this time, three, today, tomorrow,
  tonight, twice, two, uncle, until, using, week, weekday, weekend, wife, within, without, woman, year, yesterday
closing: appreciated afternoon ah all amazing appreciate awesome best bet bless boy brilliant bro bye care cheers christmas clear cool darling day deal dear done
  easy enough evening everything exactly excellent fair fast fine fixed forward gem girl god good goodbye goodnight got grand grateful great guy haha
  help helpful hiya holiday k kind lady later legend lot love lovely luck madam man mate million mind moment morning much needed nice night nope noted
  now oh old one pal patience patient perfect phew pity quick regard relief right see sense shame sincerely sir solved soon sorted sound star stuff
  super sweet ta take team thx today tomorrow ton tonight trick understood useful week weekend welcome wish wonderful worked working works x yay yeah
  year yep yo young
phrases: back up, check in, check out, drop off, log in, log out, lost property, opt out, out of office, out of order, pick up, set up, sign in,
  sign out, sign up, top up, turn off, turn on
stop: ${englishFunctionWords} again all already always am another any are ask asking basically be because been being both bro can cant could currently d did do
  does doing done dont dude each either else er even ever every exactly explain few find get getting give giving going got guys had has have having he hello help her
  hey hi him his hmm honestly how i id im information instead interested is it its ive kindly knew know learn let like literally lol long look m many
  may maybe me might mine more most much must my myself nah need normally often ok okay other our per perhaps please pls plz question quick quickly
  quite re really regarding s said saw say see seen seriously shall she should show simply some sometimes still t tell thank that their them these
  they think this those thought through told u ugh uh um understand ur us usually via want wanted was we well were what when where whether which while
  who whom whose why will wont wonder would yeah yes yet you your yourself
value person: adult, beginner, child, children, employee, infant, kid, member, non-member, non-resident, pensioner, resident, senior, senior citizen,
  student, teenager, toddler, visitor
value grade: annual, autumn, big, daily, double, large, medium, monthly, quarterly, return, single, small, spring, summer, twin, weekly, winter,
  yearly
value means: apple pay, bank transfer, cash, cheque, contactless, credit card, csv, debit card, direct debit, gift card, gift voucher, google pay,
  paypal, pdf
value platform: android, chrome, chromebook, edge, excel, firefox, gmail, ios, ipad, iphone, linux, mac, macbook, macos, outlook, safari, windows,
  word
value region: abroad, america, asia, australia, brazil, canada, china, domestic, england, europe, france, germany, hokkaido, hong kong, india,
  international, ireland, italy, japan, korea, kyoto, kyushu, mexico, new york, new zealand, northern ireland, okinawa, osaka, overseas, scotland,
  singapore, south africa, south korea, spain, taiwan, tokyo, uk, united kingdom, united states, us, usa, wales, worldwide
value colour: beige, black, blue, brown, gray, green, grey, navy, orange, pink, purple, red, white, yellow
`;

/** Words that refer back to something mentioned before. */
export const englishPronouns: ReadonlySet<string> = wordSet(
  'it its they them their theirs this that these those he she his her hers him one ones there',
);

/** Question words. */
export const englishWhWords: ReadonlySet<string> = wordSet(
  'what which when where why how who whom whose whats hows wheres whos',
);

/** Auxiliaries with which a yes-no question begins. */
export const englishAuxiliaries: ReadonlySet<string> = wordSet(
  'can could do does did is are was were will would shall should may might must have has had am',
);
