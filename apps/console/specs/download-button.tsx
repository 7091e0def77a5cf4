import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { SpecKey } from '../api/specs.ts';
import { Button } from '../app/button.tsx';
import { saveFile } from '../app/save-file.ts';
import { showError } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';

const TYPES = { json: 'application/json', yaml: 'application/yaml' } as const;

/** Saves the source of a version as it was fetched or uploaded. */
export function DownloadButton({ path }: { path: SpecKey & { versionId: string } }) {
  const download = async (): Promise<void> => {
    const { format, text } = await api.get(
      '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content/raw',
      { path },
    );
    saveFile(`${path.specSlug}.${format}`, text, TYPES[format]);
  };
  return (
    <div>
      <Button onClick={() => void download().catch((error: unknown) => showError(explain(error)))}>
        {t('downloadSpec')}
      </Button>
    </div>
  );
}
