import { wordSet } from './lexicon.ts';

/** Articles, conjunctions, prepositions and the like. */
export const englishFunctionWords =
  'a an the and or but if of for to in on at by with from about into over under out up down off as than so such then there here also too very just only not never no nor own same';

const auxiliaries =
  'can could do does did is are was were will would shall should may might must ought have has had am';
const whWords = 'what which when where why how who whom whose whats hows wheres whos';
const pronouns =
  'it its they them their theirs this that these those he she his her hers him one ones there';

/**
 * English words that name no topic, in the form of `compileLexicon`: closed classes, and the nouns and
 * verbs that need another word before they can be searched. Written for this package (MIT).
 */
export const englishLexicon = `
attributes: age, amount, availability, available, benefit, charge, color, colour, condition, copy, cost, date, deadline, deposit, detail, difference,
  discount, document, duration, exception, fee, form, height, hours, id, instructions, kind, level, limit, location, maximum, meaning, method,
  minimum, name, notice, number, option, original, paperwork, penalty, period, policy, price, process, progress, proof, purpose, range, rate, reason,
  requirement, rule, schedule, size, status, step, time, total, type, version, weight, due date, waiting list, length, restriction, terms
generic: mess, behalf, head nor tail, head or tail, piece, paper, business, patience, front, on hold, take care, driving me, pick your brain, pillar,
  actually, advice, answer, apology, assistance, attention, back, bit, button, chance, change, choice, circle, concern, conversation, direction, end,
  error, error message, example, excuse, failure, fault, favor, goods, heaven, hell, idea, info, issue, item, joy, letter, link, lot, luck, matter,
  message, middle, mind, mistake, nonsense, note, one, opinion, opportunity, page, part, place, point, problem, procedure, product, query,
  request, result, sake, service, site, situation, solution, staff, stage, stuff, subject, support, system, thing, topic, trouble, truth, usual, way,
  website, whatever, wits, word, world, alternative, clue, discussion, explanation, favour, fuss, nightmare, disaster, disgrace, manner, reaction, response, silence
predicates: young mad round frustrated confused disappointed worried able accept add additional advise afraid ages ahead allow almost alone along
  altogether angry annoy anymore anyway apart apply around asap aside assist awake aware away awful bad become began begin best better bother bought
  break bring broke broken brought buy call came cancel certain change charge chat cheap check choose click come complain complete complicated confirm
  confuse contact continue correct cost crazy create decide decline delete deny desperate different difficult discuss disgusting drop easy edit enough
  enter exact exhausted expect expensive extend extra fail far fast fed felt fill finish fit fix follow forever forget forgot forth free frustrate funny
  further gave given glad go gone halfway hand handle hang happen happy hard hear heard held honest hope huge hung hurry important include indeed
  interest invalid joke keep kept late left load lose made make manage mean meant mention met miss move necessary needed new normal nowhere offer old
  ordinary overdue paid pay pick play poor prefer prepare press pretty promise proud provide put qualify rang rather ready receive recommend register
  reject relate remove renew repeat replace reply report request require resolve respond result rid right ring rude run sad scared select send sent
  set several shame sign simple slow smart solve soon sorry sort sound speak spoke spoken start stop straight strange stuck stupid submit sudden
  suggest suppose sure switch take taken talk tired together took touch tough true try turn update upgrade upset urgent use valid verify visit wait
  weak went wish work worry worse worth write wrong wrote backwards chose decent disappoint dumb familiar innocent insane keen kinda lazy mandatory
  massive modify nasty odd plain pleasant polite proceed proper rare refer scary similar somewhat specific stressed tiny typical ugly unable unfair
  unhappy upside vague weird
verbs: agree arrange believe blame carry chase clear connect dead deal deep fair fall fight figure fine forgive found guess hit hold hurt ignore kill
  laugh lead leave listen live lost love pass prove pull push raise reach real remember rest sick sit spend spent stand stay stick tie trust waste
  watch win argue avoid improve shout struggle
circumstances: sec, separate, moment, teatime, bedtime, daytime, till, sir, madam, dear, chap, fella, fellow, lass, receptionist, clerk, fortnight, mate,
  next door, advance, after, afternoon, against, ago, aunt, baby, before, between, bloke, boss, boy, boyfriend, brother, carer, colleague, couple,
  cousin, dad, daughter, day, dozen, during, e-mail, eight, email, evening, family, father, first, five, flatmate, folk, four, fourth, friend,
  gentleman, girl, girlfriend, gran, guest, half, here, holiday, home, hour, husband, lad, lady, last, last time, later, lunchtime, mail, man,
  manager, midnight, minute, mom, month, morning, mother, mum, nan, neighbour, nephew, next, night, nine, noon, now, once, online, parent, partner,
  past, people, person, phone, post, public holiday, second, seven, since, sister, six, son, supervisor, telephone, ten, third, three, today,
  tomorrow, tonight, twice, two, uncle, until, using, week, weekday, weekend, wife, within, without, woman, year, yesterday, fifth, guardian,
  neighbor, next time, niece, relative, roommate, this time
closing: trick afternoon ah all amazing appreciate appreciated awesome best boy brilliant bro bye care cheerio cheers christmas clear cool darling day deal
  dear done easy enough evening everything exactly excellent fair fast fine fixed forward girl god good goodbye got grateful great guy haha help
  helpful hiya holiday k kind lady later lot love lovely luck madam man mate mind moment morning much needed nice nope noted now oh old one patient
  perfect phew pity quick regard relief right see sense shame sincerely sir solved soon sorted sound star stuff super sweet ta take team thx today
  tomorrow tonight understood week weekend welcome wish wonderful worked working works x yay yeah year yep yo young bet bless gem goodnight grand
  legend million night pal patience ton useful everyone everybody folk
phrases: phone number, email address, check in, check out, drop off, log in, lost property, opt out, out of office, out of order, pick up, set up, sign in, sign out, sign up,
  top up, turn off, turn on, back up, log out, off peak, off season, on call, on site, off site, in house
stop: ${englishFunctionWords} ${auxiliaries} ${whWords} ${pronouns} oh ah hiya though tho although again all already always another any ask asking
  basically be because been being both bro cant currently d doing done dont dude each either else er even ever every exactly explain few find get
  getting give giving going got guys having hello help hey hi hmm honestly i id im information instead interested ive kindly knew know learn let like
  literally lol long look m many maybe me mine more most much my myself nah need normally often ok okay other our per perhaps please pls plz question
  quick quickly quite re really regarding s said saw say see seen seriously show simply some sometimes still t tell thank think thought through told u
  ugh uh um understand ur us usually via want wanted we well whether while wont wonder yeah yes yet you your yourself yep yup alright q whenever wherever
value person: adult, beginner, child, children, employee, infant, kid, member, pensioner, resident, senior, student, teenager, toddler, visitor,
  non-member, non-resident, senior citizen
value grade: annual, autumn, big, daily, double, large, monthly, quarterly, return, single, small, spring, summer, weekly, winter, yearly, medium,
  twin
value means: apple pay, cash, cheque, contactless, credit card, csv, debit card, direct debit, gift card, gift voucher, paypal, pdf, bank transfer,
  google pay
value platform: android, chrome, chromebook, edge, excel, firefox, ipad, iphone, mac, outlook, safari, windows, word, gmail, ios, linux, macbook,
  macos
value region: abroad, america, canada, china, domestic, europe, france, germany, international, ireland, italy, japan, mexico, overseas, spain, uk,
  us, usa, wales, asia, australia, brazil, england, hokkaido, hong kong, india, korea, kyoto, kyushu, new york, new zealand, northern ireland,
  okinawa, osaka, scotland, singapore, south africa, south korea, taiwan, tokyo, united kingdom, united states, worldwide
value colour: black, blue, brown, gray, green, grey, orange, pink, purple, red, white, yellow, beige, navy
`;

/** Words that refer back to something mentioned before. */
export const englishPronouns: ReadonlySet<string> = wordSet(pronouns);

/** Question words. */
export const englishWhWords: ReadonlySet<string> = wordSet(whWords);

/** Auxiliaries with which a yes-no question begins. */
export const englishAuxiliaries: ReadonlySet<string> = wordSet(auxiliaries);
