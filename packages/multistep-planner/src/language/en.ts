import { wordSet } from './lexicon.ts';

/** Articles, conjunctions, prepositions and the like. */
export const englishFunctionWords =
  'a an the and or but if of for to in on at by with from about into over under out up down off as than so such then there here also too very just only not never no nor own same';

/**
 * English words that name no topic, in the form of `compileLexicon`: closed classes, and the nouns and
 * verbs that need another word before they can be searched. Written for this package (MIT).
 */
export const englishLexicon = `
attributes: fee, price, cost, rate, charge, discount, deposit, penalty, amount, total, size, period, duration, length, method, deadline, due date, date, time,
  hours, schedule, condition, policy, option, limit, restriction, exception, requirement, rule, terms, detail, instructions, step, process,
  document, paperwork, form, type, kind, version, level, range, weight, height, colour, color, reason, difference, benefit, purpose,
  meaning, minimum, maximum, availability, available, status, progress, location, number, name, id, age, proof, original, copy
generic: support, error message, problem, issue, trouble, matter, thing, stuff, something, anything, everything, nothing, somebody, someone, anyone, everyone,
  error, failure, procedure, request, inquiry, enquiry, query, situation, way, part, lot, bit, item, product, goods, service, system, website, site, page, one,
  example, info, place, usual, answer, staff, concern, topic, subject, assistance, advice, opinion, idea, change, alternative, choice, chance, opportunity,
  point, anywhere, anybody, nobody, whatever, actually, letter, message, notice, note, mistake, button, link, driving me, luck, pick your brain, someone else, back, somehow, conversation, discussion, correspondence, joy
predicates: complicated previous write wrote hear rang rung hang hung spoke spoken chat touch funny play misread proceed promise load pay extra additional responsible normal ring sort annoy asap weird strange assist talk speak forget forgot lose miss satisfy disappoint fit frustrate confuse unhappy angry
  upset satisfied disappointed frustrated confused confusing furious mad stressed desperate scared disgusting appalling pathetic hopeless nightmare joke disaster shame tired ridiculous unacceptable terrible awful horrible outrageous useless
  hurry discuss suppose mention qualify eligible interest follow earlier right advise invalid deny reject decline report speak hope bother expect manage prefer reach recommend refer relate repeat reply respond result seem 
  suggest use visit wish worry slow fast easy hard difficult simple anyway ages forever exactly came went gone took taken gave given heard met held made sent kept began chose left paid
  brought bought felt change work happen go wrong fail fix try make take bring send put keep continue start begin stop finish complete cancel apply renew extend
  submit update upgrade modify edit delete remove add create switch replace register request check verify confirm contact call choose select decide cost charge
  include allow require accept provide offer handle solve resolve complain wait mean meant sound become come turn set move run click press enter fill sign hand drop
  pick receive buy prepare break broke broken stuck bad correct properly correctly anymore necessary mandatory needed possible late early soon far free
  expensive cheap cheaper bigger smaller faster quicker earlier longer shorter larger higher lower closer nearer stronger lighter better best worse new old different ready valid enough worth sure happy sorry urgent urgently immediately able unable
circumstances: advance, person, people, without, within, until, during, since, between, before, after, using, through, against, guest, husband, wife, family,
  family member, friend, partner, parent, mum, mom, dad, brother, sister, girlfriend, boyfriend, son, daughter, spouse, relative, colleague, baby, mother, father, guardian, online, phone, telephone, email, e-mail,
  neighbour, neighbor, next door, lady, gentleman, man, woman, chap, bloke, girl, boy, grandson, granddaughter, nan, gran, grandma, grandad, boss, adviser, mail, post, in person, today, tomorrow, tonight, yesterday, weekday, weekend, holiday, public holiday, morning, evening, afternoon, night, noon, midnight,
  day, week, month, year, hour, minute, now, later, ago, first, second, third, last, next, last time, next time, this time, two, three, four, five, six, seven,
  eight, nine, ten, once, twice, half, here, home
closing: ta now later oh ah wow helpful useful great perfect good nice fine wonderful excellent awesome clear everything understood appreciate appreciated solved worked
  lovely amazing brilliant lot bye welcome cool sense works got super kind help nope yep yeah thx haha cheers k yo hiya exactly needed take care day one
  morning afternoon evening weekend night goodnight goodbye cheerio laters cya bless god dear darling love mate bro pal man lady
  gentleman boy girl sir madam guy team all old young kindness patience patient grateful obliged lifesaver star gem legend stuff fab grand
  million ton trick gotcha omg phew yay bet deal luck mind warm best regard wish sincerely
  moment holiday christmas year week tonight tomorrow today soon fixed working done x xx xxx np fast quick super sound fair enough noted pity shame relief easy sound much right sense sweet forward sorted see
phrases: check in, check out, log in, log out, sign in, sign up, sign out, set up, back up, turn on, turn off, shut down, drop off, pick up, opt out, opt in, out of office, out of hours, out of stock, out of order, out of date, out of service,
  top up
stop: ${englishFunctionWords} please can could will would shall should may might must do does did done doing am is are was were be been being have has had having i me
  my mine we us our you your he him his she her it its they them their this that these those who whom whose what which when where why how much many long often
  any some each every all both few more most other another else tell information know knew told thought saw seen wanted like need let got find explain understand wondering wonder question
  nah pls plz hi hello hey thank ok okay yes d s t ll re ve m going hmm hm um uh er well ugh argh always usually often sometimes myself yourself per via regarding im id ive dont doesnt cant isnt wont didnt wasnt hasnt havent couldnt ask asking looking look think say said help
  see show want get getting give giving yet lol u ur interested learn searching really still already again even maybe perhaps quick quickly basically currently
  instead either while whether because ever guys honestly yeah bro mate dude dear omg normally quite kindly exactly seriously literally simply
value person: child, children, kid, adult, student, senior, senior citizen, pensioner, toddler, infant, teenager, visitor, resident, non-resident, employee,
  member, non-member, beginner
value grade: small, medium, large, big, daily, weekly, monthly, quarterly, yearly, annual, spring, summer, autumn, winter, single, double, twin, return
value means: cash, credit card, debit card, paypal, apple pay, google pay, gift card, gift voucher, bank transfer, contactless, cheque, direct debit, pdf, csv
value platform: iphone, ipad, ios, android, mac, macos, macbook, windows, linux, chromebook, chrome, safari, edge, firefox, outlook, gmail, excel, word
value region: hokkaido, tokyo, osaka, kyoto, okinawa, kyushu, japan, usa, united states, us, america, canada, mexico, brazil, france, germany,
  italy, spain, china, taiwan, korea, singapore, india, australia, ireland, scotland, wales, england, worldwide, uk, united kingdom, northern ireland,
  hong kong, south korea, new zealand, south africa, new york, europe, asia, overseas, abroad, domestic, international
value colour: red, blue, white, black, green, yellow, pink, grey, gray, navy, brown, purple, beige, orange
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
