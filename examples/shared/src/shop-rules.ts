import type { RuleOptions } from '@kanmon/multistep-planner';

/** The domain of the agent: which topics need a detail before they can be searched, and how it is asked for. */
const domain: RuleOptions['domain'] = {
  topics: {
    shipping: {
      ja: ['送料', '配送料', '配送', '発送'],
      en: ['shipping', 'shipping fee', 'shipping cost', 'delivery fee', 'postage'],
    },
    order: { ja: ['注文'], en: ['order'] },
    parcel: { ja: ['荷物', '届く', '届き', '届い', '届か'], en: ['parcel', 'package', 'arrive'] },
    cancel: { ja: ['キャンセル', '取り消し'], en: ['cancel', 'cancellation'] },
    returns: { ja: ['返品', '交換'], en: ['return', 'exchange'] },
    refund: { ja: ['返金'], en: ['refund'] },
    size: { ja: ['サイズ'], en: ['size'] },
    stock: { ja: ['在庫'], en: ['stock', 'in stock'] },
  },
  slots: {
    required: {
      shipping: { bare: 'region' },
      order: { personal: 'order' },
      parcel: { personal: 'order' },
      cancel: { personal: 'order' },
      returns: { personal: 'order' },
      refund: { personal: 'order' },
      size: { bare: 'product' },
      stock: { bare: 'product' },
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
};

/** Options of the rule planner for this shop. */
export const shopRules: RuleOptions = { domain };
