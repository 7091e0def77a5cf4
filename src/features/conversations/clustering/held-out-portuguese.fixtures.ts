/** Messages of customers to a parcel service in Portuguese, by subject. Messages are separated by lines of `===`. */
export const PORTUGUESE = {
  tracking: `Boa tarde, o rastreio da minha encomenda não atualiza há mais de uma semana. Alguém me sabe dizer onde está?
===
cadê meu pacote??
===
O código de rastreamento que a loja me mandou dá "objeto não encontrado". BR 44 120 997.
===
Exmos. Senhores,
No vosso site a encomenda consta como entregue na sexta-feira. Não recebi nada, nem eu nem o porteiro. Agradeço que verifiquem com o estafeta onde a deixou.
Com os melhores cumprimentos,
Teresa Vilhena
===
Tá parado em Curitiba desde o dia 4, moro em Floripa. Extraviou?
===
Dá pra receber aviso no WhatsApp quando o status mudar? Fico atualizando a página o dia inteiro rs
===
Diz "saiu para entrega" há três dias seguidos. Não acham estranho?`,
  missed: `Estive em casa o dia todo e deixaram um aviso a dizer que não estava ninguém. Nem tocaram à campainha!
===
oi, perdi a entrega de hoje, podem tentar de novo amanhã depois das 14h?
===
O entregador marcou "destinatário ausente" pela terceira vez. Aqui é portaria 24 horas. Por favor, falem com ele.
===
Bom dia. O papel que deixaram na caixa do correio está ilegível. Como marco uma segunda tentativa de entrega?
===
não estava em casa, pode deixar no vizinho do 3º esq
===
Olá, vou estar fora até dia 27 e hoje falhei o estafeta por cinco minutos. Guardam o volume até eu voltar ou segue logo para trás?

Obrigado,
Rui
===
Tento reagendar a entrega pelo site e só aparece "erro inesperado, tente mais tarde".`,
  address: `Coloquei o CEP errado, o certo é 04512-030. Ainda dá tempo de mudar?
===
Mudei de casa na semana passada e a encomenda vai para a morada antiga. Como altero?
===
nº da porta errado!! é 118 e não 181
===
Boa noite, um cliente nosso preencheu o endereço de cobrança no lugar do de entrega. O pacote já saiu do centro de distribuição. Conseguem redirecionar? Pagamos a diferença, sem problema.

Att.,
Camila — Ateliê Jabuti
===
O sistema não aceita o meu endereço, diz que a rua não existe. É um loteamento novo.
===
Queria que a encomenda fosse entregue no meu trabalho em vez de em casa, já foi expedida ontem
===
Sempre que gravo a nova morada na conta, volta a aparecer a antiga. Já limpei a cache.`,
  damaged: `A caixa chegou toda amassada e o espelho partido. Tenho fotografias de tudo.
===
produto chegou quebrado, quem paga?
===
Bom dia, gostaria de abrir uma reclamação: a televisão veio com a tela trincada. A loja diz que a responsabilidade é da transportadora e vocês me mandam de volta para a loja. Já são 15 dias nesse jogo de empurra.

Marcos A. Teixeira
===
qual é o prazo pra reclamar de avaria? só abri hoje
===
A indemnização que propõem (40 €) não cobre nem metade do valor da peça. Como recorro da decisão?
===
Azeite entornado por todo o lado, 3 garrafas partidas em 6. Guardo a embalagem ou posso deitar fora?
===
Recebi o pacote molhado e os livros estão estragados`,
  customs: `Porque é que tenho de pagar IVA por uma prenda que a minha tia mandou do Brasil?
===
taxado em 92% isso tá certo???
===
Minha importação está parada na alfândega há 12 dias, "aguardando documentação". Já enviei a nota e o CPF duas vezes.
===
Boa tarde, vamos exportar amostras para Angola. É preciso fatura proforma ou basta a declaração de valor? E quem trata do despacho?
===
Paguei os direitos aduaneiros pela internet e o estafeta quis cobrar outra vez à porta. Tenho o comprovativo.
===
NCM de bijuteria de prata?
===
Devolveram-nos o envio para Genebra porque o formulário CN23 estava "incompleto". Preenchemos tudo. O que faltava, concretamente?

Cumprimentos,
Dep. de Exportação`,
  returns: `Como faço pra devolver? Não veio etiqueta de devolução na caixa.
===
O QR da devolução dá como expirado na loja onde fui entregar
===
Olá! Devolvi umas botas há quase três semanas, tenho o talão, e a marca diz que ainda não as recebeu e por isso não me devolve o dinheiro. Podem confirmar onde anda a devolução?
===
posso mandar duas devolucoes na mesma caixa
===
Temos uma loja virtual e queremos oferecer logística reversa grátis aos clientes. Vocês cobram pela etiqueta emitida ou só pela que for postada? Uns 200 por mês.
===
Preciso de segunda via da etiqueta pra devolver o pedido 70912, a impressora mastigou a primeira
===
A encomenda foi devolvida ao remetente sem nenhuma tentativa e agora querem que eu pague os portes outra vez!`,
  collection: `O motorista não apareceu para a coleta marcada entre 13h e 17h.
===
Como agendo uma recolha ao domicílio? São 2 caixas grandes.
===
Bom dia,
temos recolha diária contratada para as 17h30 e esta semana já falharam duas vezes. Ontem ficaram 45 encomendas de clientes por sair. Preciso que alguém me ligue ainda hoje.
Nuno Sequeira
Armazém 3
===
cancelar coleta de amanhã por favor, protocolo 551209
===
O rapaz que vem buscar traz a etiqueta já impressa? É que não tenho impressora
===
Fui cobrado por uma coleta que não aconteceu.
===
vcs buscam em casa mala de 30kg? 4º andar, tem elevador`,
  locker: `O cacifo não abre. Meto o código, pisca a vermelho e mais nada.
===
não recebi o código de retirada
===
Oi! Minha encomenda tá no locker do metrô desde terça e só volto de viagem no domingo. Tem como estender o prazo?
===
a porta 22 abriu e não tinha nada lá dentro!!
===
A minha mulher pode levantar por mim no ponto de recolha só com o código, ou pedem o cartão de cidadão?
===
Ecrã do cacifo da estação de Entrecampos apagado desde ontem à noite. Tenho lá dentro um medicamento.
===
Qual o tamanho máximo que cabe no armário? Minha caixa tem 60x40x35.`,
  invoice: `A fatura de outubro tem 330 envios e nós só contámos 298. Podem mandar o detalhe?
===
onde baixo a nota fiscal de setembro? o contador tá pedindo
===
Prezados, o boleto deste mês veio com uma "taxa de combustível" de 13%, sendo que no contrato está 8%. Solicito boleto corrigido e prorrogação do vencimento até lá.

Financeiro — Casa Umbu
===
Débito direto cobrado duas vezes em novembro
===
falta o NIF da empresa na fatura FT 2026/8841, têm de emitir outra
===
Gostaríamos de passar a faturação de semanal para mensal, é possível? E que as faturas fossem para contas@sequeira.example.
===
Cobraram excesso de dimensões em caixas de 50 cm. Medimos outra vez, está errado.`,
  integration: `A API está devolvendo 422 na criação de envios desde ontem à noite e a gente não mudou nada no código.
===
recebo cada webhook duas vezes, é bug ou é assim mesmo
===
Boa tarde, estou a desenvolver um plugin para WooCommerce. Há algum ambiente de testes onde possa gerar etiquetas sem custos?
===
401 em produção, em sandbox funciona. mesma chave de api
===
O módulo do Magento parou depois da atualização para a 2.9:

Exception: Unable to parse response: unexpected token < in JSON at position 0

Os clientes não conseguem ver o valor do frete e abandonam o carrinho. Urgente!
===
Qual o limite de requisições por minuto? Na Black Friday vamos precisar de mais
===
GET /v2/shipments?from=2026-11-01 devolve só 50 resultados. Como peço a página seguinte? Não vejo nenhum cursor na resposta.`,
} as const;
