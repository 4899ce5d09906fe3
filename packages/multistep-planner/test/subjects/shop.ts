import type { RuleOptions } from '../../src/index.ts';

const words = (list: string): readonly string[] => list.split(',').map((word) => word.trim());

/** The vocabulary of an online shop: what the cases of `test/cases` are about. */
export const shop: RuleOptions = {
  domain: {
    topics: {
      shipping: {
        ja: words('送料,配送料,配送,発送,配達,海外発送,お届け先,届け先,配送先'),
        en: words(
          'shipping, ship, shipping fee, shipping cost, delivery fee, delivery cost, postage, delivery, deliver, shipment',
        ),
      },
      'delivery-date': {
        ja: words('納期,配送日,お届け日,到着,追跡,荷物,届く,届き,届い,届か'),
        en: words('arrival, arrive, tracking, track, parcel, package, delay, delayed'),
      },
      returns: {
        ja: words('返品,交換,返送,不良品,壊れ,壊れて,違う'),
        en: words('return, returning, returned, exchange, faulty, defective, wrong item, broken'),
      },
      refund: { ja: words('返金,払い戻し'), en: words('refund, refunded, money back') },
      cancel: {
        ja: words('キャンセル,取り消し,取消'),
        en: words('cancel, cancellation, cancelled'),
      },
      order: { ja: words('注文,ご注文,購入,買い物'), en: words('order, purchase') },
      payment: {
        ja: words(
          '支払い,支払,決済,分割払い,分割,後払い,代引き,代金引換,銀行振込,クレジットカード,カード払い,コンビニ払い,支払い方法',
        ),
        en: words(
          'payment, pay, paying, installment, credit card, payment method, bank transfer, paypal',
        ),
      },
      receipt: { ja: words('領収書,請求書,納品書,領収書発行'), en: words('receipt, invoice') },
      stock: {
        ja: words('在庫,入荷,再入荷,品切れ'),
        en: words('stock, in stock, restock, available'),
      },
      size: { ja: words('サイズ,寸法,大きさ'), en: words('size, sizing') },
      price: { ja: words('価格,値段'), en: words('price') },
      product: { ja: words('素材,色,使い方'), en: words('material, colour, color') },
    },
    slots: {
      required: {
        shipping: { bare: 'region' },
        'delivery-date': { personal: 'order' },
        order: { bare: 'order', personal: 'order' },
        size: { bare: 'product' },
        stock: { bare: 'product' },
        price: { bare: 'product' },
        product: { bare: 'product' },
        cancel: { bare: 'order', personal: 'order' },
        returns: { bare: 'order', personal: 'order' },
        refund: { bare: 'order', personal: 'order' },
      },
      questions: {
        product: {
          ja: 'どの商品について知りたいですか？',
          en: 'Which product would you like to know about?',
        },
        order: {
          ja: 'どのご注文についてのお問い合わせですか？注文番号か商品名を教えてください。',
          en: 'Which order is this about? Please give the order number or the name of the product.',
        },
        region: {
          ja: 'お届け先の地域（都道府県や国）はどちらですか？',
          en: 'Which region or country should it be shipped to?',
        },
      },
    },
  },
  lexicons: {
    ja: {
      generic: words('注文,購入,荷物'),
      values: {
        payment: words(
          'クレジットカード,コンビニ払い,代引き,代金引換,銀行振込,後払い,分割払い,PayPay',
        ),
        speed: words('通常便,お急ぎ便,速達,翌日配送'),
      },
    },
    en: {
      generic: words('order, purchase'),
      values: {
        payment: words(
          'visa, mastercard, paypal, paypay, apple pay, cash on delivery, bank transfer, credit card',
        ),
        speed: words('standard, express, next-day, overnight'),
      },
    },
  },
};
