import type { AnswerMessages } from './en';

export const answersPt: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) =>
      `O seu pagamento de ${amount} para ${merchant} em ${date} foi recusado.`,
    reasons: {
      number_unknown: 'O número do cartão não foi reconhecido.',
      expiry_refused: 'O cartão estava vencido ou a data de validade estava incorreta.',
      code_refused: 'O código de segurança não correspondia.',
      authentication_failed: 'O seu banco não conseguiu confirmar que era você.',
      technical_problem: 'Um problema técnico impediu o pagamento.',
      insufficient_funds: 'O cartão não tinha saldo suficiente.',
      declined: 'Não temos um motivo que possamos informar. Talvez o seu banco possa dizer mais.',
    },
    notCharged: 'Nada foi cobrado no seu cartão.',
    reversing: 'O seu banco aprovou o pagamento mais tarde. Estamos fazendo o estorno.',
    reversed:
      'O seu banco aprovou o pagamento mais tarde, e nós o estornamos. O seu banco pode levar vários dias úteis para mostrar isso.',
    notReversed: 'O seu banco aprovou o pagamento mais tarde, e ele ainda não foi estornado.',
    succeeded: (amount, at) =>
      `O seu pagamento de ${amount} em ${at} foi concluído. Você não precisa pagar de novo.`,
    retry: (merchant) => `Se ainda quiser pagar ${merchant}, tente de novo ou use outro cartão.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} reembolsou ${amount}. O reembolso foi enviado ao seu banco em ${date}.`,
    reference: (reference) => `Se o seu banco pedir uma referência, informe ${reference}.`,
    card: (lastFour) => `O dinheiro volta para o cartão com que você pagou, com final ${lastFour}.`,
    usual: 'Um reembolso costuma aparecer no extrato em 5 a 10 dias úteis.',
    overdue: 'Esse prazo já passou. Se não encontrar o reembolso no extrato, fale com o seu banco.',
    pending: (amount, date) =>
      `Um reembolso de ${amount} foi solicitado em ${date}. Ainda não foi confirmado.`,
    failed: (amount, date) =>
      `Um reembolso de ${amount} foi solicitado em ${date} e falhou. Você não recebeu esse dinheiro.`,
    returned: (amount, date) =>
      `O seu banco devolveu o reembolso de ${amount} enviado em ${date}. Você não recebeu esse dinheiro.`,
    contact: (merchant) => `Fale com ${merchant} para recebê-lo de outra forma.`,
    earlier: (count) =>
      count === 1
        ? 'Um reembolso anterior não está incluído aqui.'
        : `${count} reembolsos anteriores não estão incluídos aqui.`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `Em ${date}, o valor de ${amount} foi reservado no seu cartão para ${merchant}.`,
    still: (amount) =>
      `Desse valor, ${amount} ainda estão reservados. Estão separados, mas não foram cobrados.`,
    until: (merchant, date) => `${merchant} pode cobrá-los até ${date}. Caso contrário, serão liberados.`,
    open: (merchant) => `${merchant} pode cobrá-los ou liberá-los.`,
    ended: (date) => `A reserva terminou em ${date} e está sendo liberada.`,
    waiting: (amount) => `Uma alteração em ${amount} da reserva ainda não foi confirmada.`,
    charged: (amount, merchant) =>
      `${merchant} cobrou ${amount} desse valor. A reserva e esta cobrança são um único pagamento, e não dois.`,
    released: (amount) =>
      `Desse valor, ${amount} foram liberados e não serão cobrados. O seu banco pode levar vários dias úteis para mostrar isso.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `Nas 24 horas antes ou depois deste pagamento, há outro pagamento de ${amount} para ${merchant} com o mesmo cartão, e-mail ou pedido.`
        : `Nas 24 horas antes ou depois deste pagamento, há outros ${count} pagamentos de ${amount} para ${merchant} com o mesmo cartão, e-mail ou pedido.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `Nas 24 horas antes ou depois deste pagamento, há pelo menos outro pagamento de ${amount} para ${merchant} com o mesmo cartão, e-mail ou pedido.`
        : `Nas 24 horas antes ou depois deste pagamento, há pelo menos outros ${count} pagamentos de ${amount} para ${merchant} com o mesmo cartão, e-mail ou pedido.`,
    pending: (at) => `O pagamento de ${at} ainda não foi confirmado.`,
    declined: (at) => `O pagamento de ${at} foi recusado e não foi cobrado.`,
    reversing: (at) =>
      `O pagamento de ${at} foi recusado, o seu banco o aprovou mais tarde, e ele está sendo estornado.`,
    reversed: (at) =>
      `O pagamento de ${at} foi recusado, o seu banco o aprovou mais tarde, e ele foi estornado.`,
    notReversed: (at) =>
      `O pagamento de ${at} foi recusado, o seu banco o aprovou mais tarde, e ele ainda não foi estornado.`,
    held: (at) => `O pagamento de ${at} está reservado e não foi cobrado.`,
    released: (at) => `O pagamento de ${at} foi liberado e não foi cobrado.`,
    charged: (at, amount) => `Pelo pagamento de ${at}, foram cobrados ${amount}.`,
    refunded: (amount) => `Desse valor, ${amount} foram reembolsados.`,
    refunding: (amount) => `Um reembolso de ${amount} ainda não foi confirmado.`,
    disputed: (amount) => `Desse valor, ${amount} estão sendo contestados junto ao seu banco.`,
    chargedBack: (amount) => `O seu banco recuperou ${amount} desse valor.`,
    stillHeld: (amount) => `Além disso, ${amount} ainda estão reservados.`,
    several: (merchant) =>
      `Mais de um destes pagamentos foi cobrado. Se queria pagar só uma vez, peça um reembolso a ${merchant}.`,
    one: 'Apenas um destes pagamentos continua cobrado.',
    none: 'Nenhum destes pagamentos continua cobrado.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Nada foi cobrado: o pagamento de ${amount} para ${merchant} foi cancelado em ${at}.`,
    expired: (amount, merchant, at) =>
      `Nada foi cobrado: o pagamento de ${amount} para ${merchant} não foi concluído antes de expirar em ${at}.`,
    failed: (amount, merchant) =>
      `Nada foi cobrado: o pagamento de ${amount} para ${merchant} foi encerrado após várias tentativas recusadas.`,
    open: (amount, merchant) =>
      `Nada foi cobrado até agora: o pagamento de ${amount} para ${merchant} ainda não foi concluído.`,
    noRequest: 'Nenhuma solicitação foi enviada ao seu banco.',
    notOpened: 'A página de pagamento não foi aberta.',
    declined: (count) =>
      count === 1 ? 'Uma tentativa foi recusada.' : `${count} tentativas foram recusadas.`,
    otherPayment: 'Há outro pagamento para este pedido. Não pague de novo até que ele seja verificado.',
    payUntil: (at) => `Você ainda pode pagar na página de pagamento até ${at}.`,
    orderAgain: (merchant) => `Para comprar, faça um novo pedido em ${merchant}.`,
  },
};
