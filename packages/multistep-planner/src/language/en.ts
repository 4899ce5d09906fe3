import { wordSet } from './lexicon.ts';

/**
 * English of online shops, in the form of `compileLexicon`. Written for this package (MIT) from the
 * headings of public help pages; countries and cities are the ones that shops name most.
 */
export const englishLexicon = `
shipping: shipping, ship, shipping fee, shipping cost, shipping charge, delivery fee, delivery cost, delivery charge, postage, delivery, deliver, courier,
  dispatch, shipping address, delivery address, shipment, free shipping, freight
delivery-date: delivery date, delivery time, arrival, arrive, tracking, track, tracking number, parcel, package, lead time, delay, delayed, redelivery,
  delivery status, shipping status
returns: return, returning, returned, exchange, faulty, defective, wrong item
refund: refund, refunded, money back, reimbursement
cancel: cancel, cancellation, cancelled, canceled, cancelling, canceling
payment: payment, pay, paying, installment, instalment, credit card, debit card, payment method, bank transfer, cash on delivery, paypal, checkout,
  billing, charge, charged, charged twice
receipt: receipt, invoice, vat invoice, billing statement
gift: gift, gift wrap, gift wrapping, wrapping, gift message, gift card, gift box, present
stock: stock, in stock, restock, back in stock, availability, available, sold out, backorder, preorder, pre-order
size: size, sizing, size chart, dimension, fit, weight, length, width, height
price: price, cost, discount, sale, tax, vat, price match
points-coupon: point, loyalty point, coupon, voucher, promo code, discount code, promotion code, reward, store credit
account-login: login, log in, sign in, sign up, password, account, username, email address, two-factor, verification code, register, registration, profile
membership: membership, member, annual fee, subscription, subscribe, unsubscribe, premium, tier
warranty-repair: warranty, repair, guarantee, spare part, part, broken, maintenance, service center, service centre
product-info: material, ingredient, allergen, specification, spec, colour, color, manual, compatible, compatibility, waterproof, assembly,
  care instructions, battery
store: store, opening hour, opening time, store hours, shop, branch, parking, pickup, pick up, click and collect, showroom
contact: contact, customer service, customer support, support, phone number, hotline, live chat, call center, call centre
attributes: fee, fees, price, cost, size, period, method, procedure, deadline, condition, policy, option, time, limit, detail, details, steps, step,
  process, requirement, type, kind, duration, rate, charge, rule, rules, terms, hours, amount, weight, colour, color, reason, difference, stock, material,
  availability, available, in stock, sizing
generic: item, items, product, products, thing, things, stuff, order, orders, purchase, one, goods, service, services, website, site, shop, something,
  anything
stop: a an the and or but if of for to in on at by with from about into over under out up down off as than so such then there here also too very just only
  not never no nor own same please can could will would shall should may might must do does did done doing am is are was were be been being have has had
  having i me my mine we us our you your yours he him his she her hers it its they them their this that these those who whom whose what which when where
  why how much many long often any some each every all both few more most other another else tell information info know want wants like need needs let get
  got give find show explain understand wondering wonder question questions help hi hello hey thanks thank ok okay yes d s t ll re ve m going go hmm hm um
  uh er well us per via im id ive dont doesnt cant isnt whats hows wheres whos ask asking looking look see think say said does possible able allowed
  interested learn searching
value region: hokkaido, tokyo, osaka, kyoto, okinawa, kyushu, honshu, shikoku, nagoya, fukuoka, sapporo, yokohama, japan, usa, united states, us, america,
  canada, mexico, brazil, uk, united kingdom, england, scotland, wales, ireland, northern ireland, france, germany, spain, italy, portugal, netherlands,
  belgium, switzerland, austria, sweden, norway, denmark, finland, iceland, poland, czechia, greece, turkey, russia, ukraine, china, taiwan, hong kong,
  korea, south korea, singapore, malaysia, thailand, vietnam, indonesia, philippines, india, australia, new zealand, south africa, egypt, israel, uae,
  dubai, europe, eu, asia, africa, hawaii, alaska, london, paris, berlin, new york, california, texas, overseas, abroad, international, internationally,
  worldwide, nationwide, domestic
value payment: visa, mastercard, amex, american express, jcb, paypal, paypay, apple pay, google pay, klarna, cash on delivery, bank transfer, cheque,
  check, credit card, debit card, invoice
value speed: standard, express, next-day, next day, same-day, same day, overnight, economy, priority
value colour: red, blue, white, black, green, yellow, pink, grey, gray, navy, brown, purple, beige, orange
`;

/** Words that refer back to something mentioned before. */
export const englishPronouns: ReadonlySet<string> = wordSet(
  'it its they them their theirs this that these those he she his her hers him one ones there both such',
);

/** Question words. */
export const englishWhWords: ReadonlySet<string> = wordSet(
  'what which when where why how who whom whose whats hows wheres whos',
);

/** Auxiliaries with which a yes-no question begins. */
export const englishAuxiliaries: ReadonlySet<string> = wordSet(
  'can could do does did is are was were will would shall should may might must have has had am',
);
