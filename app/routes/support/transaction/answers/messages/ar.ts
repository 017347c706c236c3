import type { AnswerMessages } from './en';

export const answersAr: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) => `رُفضت دفعتكم بمبلغ ${amount} إلى ${merchant} بتاريخ ${date}.`,
    reasons: {
      number_unknown: 'لم يتم التعرّف على رقم البطاقة.',
      expiry_refused: 'كانت صلاحية البطاقة منتهية، أو كان تاريخ الانتهاء غير صحيح.',
      code_refused: 'لم يكن رمز الأمان مطابقًا.',
      authentication_failed: 'لم يتمكّن مصرفكم من التأكّد من أنكم أنتم من يدفع.',
      technical_problem: 'حالت مشكلة تقنية دون إتمام الدفع.',
      insufficient_funds: 'لم يكن رصيد البطاقة كافيًا.',
      declined: 'ليس لدينا سبب يمكننا إبلاغكم به. قد يتمكّن مصرفكم من إفادتكم بالمزيد.',
    },
    notCharged: 'لم يُخصم أي مبلغ من بطاقتكم.',
    reversing: 'وافق مصرفكم عليها لاحقًا، ونحن نعمل على إلغائها.',
    reversed: 'وافق مصرفكم عليها لاحقًا، وقد ألغيناها. قد يحتاج مصرفكم إلى عدة أيام عمل لإظهار ذلك.',
    notReversed: 'وافق مصرفكم عليها لاحقًا، ولم تُلغَ بعد.',
    succeeded: (amount, at) => `نجحت دفعتكم بمبلغ ${amount} بتاريخ ${at}، فلا حاجة إلى الدفع مرة أخرى.`,
    retry: (merchant) =>
      `إذا كنتم لا تزالون ترغبون في الدفع إلى ${merchant}، يُرجى المحاولة من جديد أو استخدام بطاقة أخرى.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `ردّ ${merchant} مبلغ ${amount}، وأُرسل المبلغ المردود إلى مصرفكم بتاريخ ${date}.`,
    reference: (reference) => `إذا طلب مصرفكم رقمًا مرجعيًا، فهو ${reference}.`,
    card: (lastFour) => `يعود المبلغ إلى البطاقة التي دفعتم بها، والتي تنتهي بالأرقام ${lastFour}.`,
    usual: 'يظهر المبلغ المردود عادةً في كشف حسابكم خلال 5 إلى 10 أيام عمل.',
    overdue: 'انقضت هذه المدة. إذا لم تجدوا المبلغ المردود في كشف حسابكم، يُرجى التواصل مع مصرفكم.',
    pending: (amount, date) => `طُلب ردّ مبلغ ${amount} بتاريخ ${date}، ولم يتأكّد ذلك بعد.`,
    failed: (amount, date) => `طُلب ردّ مبلغ ${amount} بتاريخ ${date} ولم تنجح العملية. لم يصلكم هذا المبلغ.`,
    returned: (amount, date) =>
      `أعاد مصرفكم المبلغ المردود وقدره ${amount} الذي أُرسل بتاريخ ${date}. لم يصلكم هذا المبلغ.`,
    contact: (merchant) => `يُرجى التواصل مع ${merchant} لاستلامه بطريقة أخرى.`,
    earlier: (count) =>
      `لا يشمل ذلك ${countNoun(count, {
        one: 'عملية ردّ سابقة واحدة',
        two: 'عمليتَي ردّ سابقتين',
        few: `${count} عمليات ردّ سابقة`,
        many: `${count} عملية ردّ سابقة`,
        other: `${count} عملية ردّ سابقة`,
      })}.`,
  },
  hold: {
    was: (amount, merchant, date) => `بتاريخ ${date} حُجز مبلغ ${amount} على بطاقتكم لصالح ${merchant}.`,
    still: (amount) => `لا يزال مبلغ ${amount} محجوزًا، وهو مخصّص للدفع ولكنه لم يُخصم.`,
    until: (merchant, date) => `يمكن لـ ${merchant} خصمه حتى ${date}، وإلا يُلغى الحجز.`,
    open: (merchant) => `يمكن لـ ${merchant} خصمه أو إلغاء حجزه.`,
    ended: (date) => `انتهى الحجز بتاريخ ${date}، ويجري إلغاؤه.`,
    waiting: (amount) => `لم يتأكّد بعد تغيير يخصّ مبلغ ${amount} من الحجز.`,
    charged: (amount, merchant) =>
      `خصم ${merchant} منه مبلغ ${amount}. الحجز وهذا الخصم هما دفعة واحدة وليسا دفعتين.`,
    released: (amount) => `أُلغي حجز مبلغ ${amount} ولن يُخصم. قد يحتاج مصرفكم إلى عدة أيام عمل لإظهار ذلك.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      `هناك ${countOthers(count)} بمبلغ ${amount}${each(count)} إلى ${merchant} ${sharedFeatures}.`,
    atLeast: (count, amount, merchant) =>
      `هناك على الأقل ${countOthers(count)} بمبلغ ${amount}${each(count)} إلى ${merchant} ${sharedFeatures}.`,
    pending: (at) => `لم تتأكّد بعد الدفعة بتاريخ ${at}.`,
    declined: (at) => `رُفضت الدفعة بتاريخ ${at} ولم تُخصم.`,
    reversing: (at) => `رُفضت الدفعة بتاريخ ${at}، ثم وافق مصرفكم عليها لاحقًا، ويجري إلغاؤها.`,
    reversed: (at) => `رُفضت الدفعة بتاريخ ${at}، ثم وافق مصرفكم عليها لاحقًا، وقد أُلغيت.`,
    notReversed: (at) => `رُفضت الدفعة بتاريخ ${at}، ثم وافق مصرفكم عليها لاحقًا، ولم تُلغَ بعد.`,
    held: (at) => `الدفعة بتاريخ ${at} محجوزة فقط ولم تُخصم.`,
    released: (at) => `أُلغي حجز الدفعة بتاريخ ${at} ولم تُخصم.`,
    charged: (at, amount) => `خُصم مبلغ ${amount} للدفعة بتاريخ ${at}.`,
    refunded: (amount) => `رُدّ منه مبلغ ${amount}.`,
    refunding: (amount) => `لم يتأكّد بعد ردّ مبلغ ${amount}.`,
    disputed: (amount) => `منه مبلغ ${amount} معترَض عليه عن طريق مصرفكم.`,
    chargedBack: (amount) => `استردّ مصرفكم منه مبلغ ${amount}.`,
    stillHeld: (amount) => `ولا يزال مبلغ ${amount} إضافي محجوزًا.`,
    several: (merchant) =>
      `خُصمت أكثر من دفعة من هذه الدفعات. إذا كنتم تقصدون الدفع مرة واحدة فقط، فاطلبوا من ${merchant} ردّ المبلغ.`,
    one: 'دفعة واحدة فقط من هذه الدفعات تبقى مخصومة.',
    none: 'لا تبقى أي من هذه الدفعات مخصومة.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `لم يُخصم منكم أي مبلغ: أُلغيت الدفعة بمبلغ ${amount} إلى ${merchant} بتاريخ ${at}.`,
    expired: (amount, merchant, at) =>
      `لم يُخصم منكم أي مبلغ: لم تكتمل الدفعة بمبلغ ${amount} إلى ${merchant} قبل انتهاء صلاحيتها بتاريخ ${at}.`,
    failed: (amount, merchant) =>
      `لم يُخصم منكم أي مبلغ: أُغلقت الدفعة بمبلغ ${amount} إلى ${merchant} بعد رفض عدة محاولات.`,
    open: (amount, merchant) =>
      `لم يُخصم منكم أي مبلغ حتى الآن: لم تكتمل بعد الدفعة بمبلغ ${amount} إلى ${merchant}.`,
    noRequest: 'لم يُرسل أي طلب إلى مصرفكم.',
    notOpened: 'لم تُفتح صفحة الدفع.',
    declined: (count) => (count === 1 ? 'رُفضت محاولة واحدة.' : `عدد المحاولات المرفوضة: ${count}.`),
    otherPayment: 'توجد دفعة أخرى لهذا الطلب، فيُرجى عدم الدفع مرة أخرى إلى أن يتم التحقق منها.',
    payUntil: (at) => `لا يزال بإمكانكم الدفع في صفحة الدفع حتى ${at}.`,
    orderAgain: (merchant) => `للشراء، يُرجى تقديم طلب جديد لدى ${merchant}.`,
  },
};

const sharedFeatures =
  'خلال 24 ساعة قبل هذه الدفعة أو بعدها، بالبطاقة نفسها أو البريد الإلكتروني نفسه أو الطلب نفسه';

const countOthers = (count: number) =>
  countNoun(count, {
    one: 'دفعة أخرى واحدة',
    two: 'دفعتان أخريان',
    few: `${count} دفعات أخرى`,
    many: `${count} دفعة أخرى`,
    other: `${count} دفعة أخرى`,
  });

const each = (count: number) => (count === 1 ? '' : count === 2 ? ' لكلٍّ منهما' : ' لكلٍّ منها');

type CountForms = Record<'one' | 'two' | 'few' | 'many' | 'other', string>;

/** Arabic has forms of its own for one, two, 3 to 10, and 11 to 99. */
function countNoun(count: number, forms: CountForms): string {
  const rule = new Intl.PluralRules('ar').select(count);
  return forms[rule === 'zero' ? 'other' : rule];
}
