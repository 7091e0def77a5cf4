/**
 * Questions about texts of others and of this project, written from their tables of contents and before the ranking was
 * made for questions. All of them were looked at when more words and idioms of documentation were added.
 */
import type { KnownItemQuery } from './load-pages.ts';

const query = (kind: string, text: string, path: string, ...others: string[]): KnownItemQuery => ({
  kind,
  query: text,
  path,
  others,
});

export const phantasmaQuestions: KnownItemQuery[] = [
  query(
    'how',
    'how do I install the compiler',
    'developers/compiler/setup.md',
    'developers/compiler/quick-start.md',
  ),
  query('what', 'what is kcal used for', 'about/economy/kcal.md'),
  query('how', 'how do I stake soul in unity', 'developers/sdks/unity/examples/stake-soul.md'),
  query('how', 'how much does a transaction cost', 'about/economy/fees.md'),
  query('what', 'where can I buy soul', 'about/economy/exchanges.md'),
  query('how', 'how do I connect to the wallet with react', 'developers/sdks/ts/frontend/connect-react.md'),
  query('how', 'how do I deploy a smart contract', 'developers/blockchain/smart-contracts/how-to-deploy.md'),
  query('how', 'how do I burn an nft in unity', 'developers/sdks/unity/examples/link/burn-an-nft.md'),
  query('how', 'how do I store my private key', 'developers/private-key-guideline.md'),
  query(
    'how',
    'how do I call another contract from my contract',
    'developers/compiler/examples/README.md',
    'developers/compiler/basics/call-method.md',
  ),
  query(
    'what',
    'who pays for the storage of a contract',
    'developers/blockchain/smart-contracts/storage-and-data-escrow.md',
  ),
  query(
    'what',
    'which opcodes does the virtual machine have',
    'developers/blockchain/chain/information/virtual-machine/opcodes.md',
  ),
  query('how', 'how do I declare a variable', 'developers/compiler/basics/variable-declaration.md'),
  query('how', 'how do I decode a transaction on the command line', 'developers/tools/pha-decode.md'),
  query('what', 'what is carbon', 'about/carbon.md'),
  query('how', 'how do I generate a key in unity', 'developers/sdks/unity/examples/generate-key.md'),
  query('what', 'which games use phantasma', 'about/dapps/22-racing-series.md', 'about/dapps/blood-rune.md'),
  query('how', 'how many new tokens are created each year', 'about/economy/inflation.md'),
  query('what', 'what does a block producer receive', 'about/economy/block-producer.md'),
  query('how', 'how do I import a library in my contract', 'developers/compiler/basics/library-importing.md'),
  query('how', 'how do I infuse an nft with typescript', 'developers/sdks/ts/backend/examples/infuse-nft.md'),
  query('what', 'which macros are available', 'developers/compiler/basics/default-types/available-macros.md'),
];

export const govstackQuestions: KnownItemQuery[] = [
  query(
    'what',
    'what is a voucher',
    'spec/3-terminology.md',
    'spec/4-key-digital-functionalities.md',
    'spec/9-internal-workflows/9.2-voucher-payments.md',
  ),
  query(
    'how',
    'how is a voucher redeemed',
    'spec/9-internal-workflows/9.2-voucher-payments.md',
    'spec/8-service-apis/8.2-voucher-management-apis.md',
    'spec/6-functional-requirements.md',
  ),
  query(
    'how',
    'how does a beneficiary register in the account mapper',
    'spec/9-internal-workflows/9.1-g2p-bulk-payment.md',
    'spec/8-service-apis/8.1-government-to-person-g2p-payments.md',
  ),
  query('how', 'how do citizens pay their bills', 'spec/9-internal-workflows/9.3-p2g-bill-payments.md'),
  query('what', 'what does interoperability mean', 'spec/3-terminology.md'),
  query(
    'how',
    'how do businesses pay taxes',
    'spec/use-cases/business-to-government-b2g-use-case.md',
    'spec/9-internal-workflows/9.5-business-to-government-b2g.md',
  ),
  query('how', 'how do farmers get subsidies', 'spec/use-cases/government-to-business-g2b-use-case.md'),
  // The version history says what each version introduced, and refers to the release notes for details.
  query(
    'what',
    'what changed in version 3',
    'spec/1-version-history/release-notes.md',
    'spec/1-version-history/README.md',
  ),
  query('what', 'which fields does a bulk payment have', 'spec/7-data-structures.md'),
  query('what', 'which assumptions are out of scope', 'spec/10-other-resources.md'),
  query('how', 'how do I cancel a voucher', 'spec/8-service-apis/8.2-voucher-management-apis.md'),
  query(
    'how',
    'how are accounts validated before a disbursement',
    'spec/9-internal-workflows/9.1-g2p-bulk-payment.md',
  ),
  query(
    'what',
    'what must be written to the audit log',
    'spec/5-cross-cutting-requirements.md',
    'spec/4-key-digital-functionalities.md',
    'spec/6-functional-requirements.md',
  ),
  query(
    'how',
    'how does a government lend money to a company',
    'spec/9-internal-workflows/9.4-government-to-business-g2b.md',
  ),
];

export const furtherEnglishQuestions: KnownItemQuery[] = [
  query(
    'how',
    'how do I find pages with dead links',
    'getting-started/broken-links.md',
    'running/link-checks.md',
    'api/links.md',
  ),
  query(
    'how',
    'how can I undo a change that was merged',
    'api/change-requests.md',
    'getting-started/history.md',
    'getting-started/reviewing.md',
  ),
  query('how', 'how do I sync a space with github', 'git/sync.md', 'api/git-sync.md'),
  query('what', 'where are uploaded files stored', 'running/storage.md'),
  query('how', 'how do I create an api token', 'api/tokens.md', 'people/account.md'),
  query('can', 'I forgot my password, how do I sign in', 'running/sign-in.md', 'running/troubleshooting.md'),
  query('how', 'how do I log in with okta or azure', 'people/single-sign-on.md', 'api/single-sign-on.md'),
  query('how', 'how many pages can a space have', 'git/limits.md'),
  query('how', 'how do I upgrade to a new version', 'running/backup.md'),
  query('can', 'can I use my own postgres', 'running/postgresql.md'),
  query('how', 'how do I change the colors and the logo', 'publishing/customization.md'),
  query('how', 'how do I see which pages readers look at', 'insights/README.md'),
  query('what', 'who can see my site', 'publishing/access.md'),
  query(
    'how',
    'how do I show a page only to some readers',
    'publishing/claims.md',
    'api/adaptive-content.md',
    'api/claims.md',
  ),
  query('how', 'how do I add an openapi spec to my docs', 'publishing/api-reference.md', 'api/openapi.md'),
  query('can', 'can I use a private gitlab repository', 'git/private-hosts.md'),
  query('how', 'how do I invite a colleague', 'people/invitations.md', 'api/inviting.md'),
  query('how', 'how do I remove somebody from the organization', 'people/members.md', 'api/members.md'),
  query('how', 'how do I upload a large file in parts', 'api/files.md'),
  query('how', 'how do I retry a request safely', 'api/repeating.md'),
  query('how', 'how do I delete my account', 'people/account.md', 'api/deleting.md'),
  query(
    'how',
    'how do I import a confluence space',
    'api/import-content.md',
    'getting-started/adding-content.md',
  ),
  query(
    'how',
    'how are conflicts between git and the editor solved',
    'git/sync.md',
    'getting-started/conflicts.md',
    'api/git-sync.md',
  ),
  query('can', 'can crawlers and language models read markdown', 'publishing/machines.md'),
  query('what', 'which environment variables are there', 'running/configuration.md'),
  query('how', 'how do I hear about changes in real time', 'api/events.md', 'api/webhooks.md'),
  query('how', 'how do I see failed jobs', 'running/instance.md'),
];
