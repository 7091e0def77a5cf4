/**
 * What readers ask of API references beside the guides of this project. Operations are named by their spec, method and
 * path. Some facts are of several operations: each of them is right.
 */
import type { KnownItemQuery } from './load-pages.ts';

const query = (kind: string, text: string, path: string, ...others: string[]): KnownItemQuery => ({
  kind,
  query: text,
  path,
  others,
});

/** Guides with the titles of operations, and guides with steps of such titles. */
export const guidesOfOperations: Record<string, string> = {
  'guides/create-archive.md':
    '# Create archive\n\nAn archive keeps folders that are no longer needed. Archives are read only.\n\n## Before you begin\n\nYou need the role of an administrator.\n',
  'guides/first-steps.md':
    '# First steps with archives\n\n## Create archive\n\nName the archive and wait until it is there.\n\n## Delete archive\n\nAn archive must be empty.\n',
  'guides/copy-hub.md':
    '# Copy Box Hub\n\nA copy of a hub has its pages, and its items if you like.\n\n## Who can copy\n\nEverybody who sees the hub.\n',
  'guides/tour.md':
    '# A tour of hubs\n\n## Copy Box Hub\n\nUse the menu of the hub.\n\n## Delete Box Hub\n\nUse its settings.\n',
  'guides/shield-lists.md':
    '# Update shield list\n\nShield lists hold countries, domains and addresses. Change them in the admin console.\n',
};

export const apiQueries: KnownItemQuery[] = [
  query('enum', 'for-loop', 'box GET /docgen_templates/{template_id}/tags'),
  query('enum', 'table-loop tag type', 'box GET /docgen_templates/{template_id}/tags'),
  query('enum', 'callout_box', 'box GET /hub_document_blocks'),
  query('enum', 'divider', 'box GET /hub_document_blocks'),
  query('enum', 'section_title block', 'box GET /hub_document_blocks'),
  query('enum', 'informational', 'box GET /enterprise_configurations/{enterprise_id}'),
  query('enum', 'completed_with_error job by ID', 'box GET /docgen_jobs/{job_id}'),
  query(
    'enum',
    'order status delivered',
    'petstore POST /store/order',
    'petstore GET /store/order/{orderId}',
  ),
  query('enum', 'find pets sold', 'petstore GET /pet/findByStatus'),
  query('enum', 'enterprise hubs DESC', 'box GET /enterprise_hubs'),
  query('code', '409 archive', 'box POST /archives', 'box PUT /archives/{archive_id}'),
  query('code', '409 shield list', 'box POST /shield_lists', 'box PUT /shield_lists/{shield_list_id}'),
  query('code', '207 external users', 'box POST /external_users/submit_delete_job'),
  query('code', '207', 'box POST /external_users/submit_delete_job', 'box POST /hubs/{hub_id}/manage_items'),
  query('code', '202 template tags', 'box GET /docgen_templates/{template_id}/tags'),
  query('code', 'archive is not empty', 'box DELETE /archives/{archive_id}'),
  query('code', 'list is assigned to some rules', 'box DELETE /shield_lists/{shield_list_id}'),
  query('code', 'idempotency-key-reused', 'api/errors.md', 'api/repeating.md'),
  query('code', 'too-many-pieces', 'api/errors.md', 'api/files.md'),
  query('code', 'checksum-mismatch', 'api/errors.md', 'api/files.md'),
  query('field', 'keyring_id', 'box GET /enterprise_configurations/{enterprise_id}'),
  query('field', 'is_password_leak_detection_enabled', 'box GET /enterprise_configurations/{enterprise_id}'),
  query('field', 'password leak detection', 'box GET /enterprise_configurations/{enterprise_id}'),
  query('field', 'generated_file_name', 'box POST /docgen_batches'),
  query('field', 'json_paths', 'box GET /docgen_templates/{template_id}/tags'),
  query('field', 'include_items', 'box POST /hubs/{hub_id}/copy'),
  query('field', 'external_users', 'box POST /external_users/submit_delete_job'),
  query('field', 'title_fragment', 'box GET /hub_document_pages'),
  query('field', 'apiDocumentationUrl', 'uspto GET /'),
  query('field', 'shipDate', 'petstore POST /store/order', 'petstore GET /store/order/{orderId}'),
  query('field', 'create shield list country_codes', 'box POST /shield_lists'),
  query(
    'field',
    'collaboration enterprise_has_two_factor_auth_enabled by ID',
    'box GET /hub_collaborations/{hub_collaboration_id}',
  ),
  query('header', 'X-Rate-Limit', 'petstore GET /user/login'),
  query('header', 'X-Expires-After', 'petstore GET /user/login'),
  query('header', 'x-expires-after login', 'petstore GET /user/login'),
  query('header', 'api_key delete pet', 'petstore DELETE /pet/{petId}'),
  query('path', '/hubs/{hub_id}/copy', 'box POST /hubs/{hub_id}/copy'),
  query('path', '/hub_document_blocks', 'box GET /hub_document_blocks'),
  query('path', 'GET /archives', 'box GET /archives'),
  query('path', 'DELETE /docgen_templates/{template_id}', 'box DELETE /docgen_templates/{template_id}'),
  query('path', '/user/createWithList', 'petstore POST /user/createWithList'),
  query('path', 'POST /shield_lists', 'box POST /shield_lists'),
  query('path', '/store/inventory', 'petstore GET /store/inventory'),
  query('path', 'put /archives/12345', 'box PUT /archives/{archive_id}'),
  query('path', 'https://api.box.com/2.0/hubs/123/manage_items', 'box POST /hubs/{hub_id}/manage_items'),
  query('path', 'docgen_batch_jobs', 'box GET /docgen_batch_jobs/{batch_id}'),
  query('title', 'create box hub', 'box POST /hubs'),
  query('title', 'list archives', 'box GET /archives'),
  query('title', 'place an order', 'petstore POST /store/order'),
  query('title', 'manage hub items', 'box POST /hubs/{hub_id}/manage_items'),
  query('title', 'enterprise configuration', 'box GET /enterprise_configurations/{enterprise_id}'),
  query('title', 'uploads an image', 'petstore POST /pet/{petId}/uploadImage'),
  query('title', 'private hosts', 'git/private-hosts.md'),
  query('title', 'custom domains', 'publishing/custom-domains.md'),
  query('title', 'link checks', 'running/link-checks.md'),
  query('title', 'static files', 'publishing/static-files.md'),
  query('flag', '--dry-run', 'running/command-line.md'),
  query('flag', '--whole-word', 'running/command-line.md'),
  query('flag', '--title', 'running/command-line.md', 'getting-started/first-import.md'),
  query('flag', '--name', 'running/command-line.md'),
  query('flag', '--role', 'running/command-line.md'),
  query('flag', '--format', 'running/command-line.md'),
  query('flag', '--space', 'running/command-line.md', 'getting-started/first-import.md'),
  query('flag', '--broken-links', 'running/command-line.md', 'publishing/static-files.md'),
  query('flag', 'lectern --days', 'running/command-line.md'),
  query('flag', '--file', 'running/command-line.md'),
  query('guide', 'create archive', 'guides/create-archive.md'),
  query('guide', 'Copy Box Hub', 'guides/copy-hub.md'),
  query('guide', 'update shield list', 'guides/shield-lists.md'),
  query('guide', 'delete archive', 'guides/first-steps.md', 'box DELETE /archives/{archive_id}'),
];
