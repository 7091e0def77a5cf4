import { t } from '../../messages/messages.ts';
import styles from './diff.module.css';

/**
 * Lays replaced pictures over each other, with a slider that uncovers the new one. Both are of the published page, and
 * say what they show.
 */
export function comparePictures(holder: HTMLElement): void {
  for (const pair of holder.querySelectorAll<HTMLElement>('[data-change="picture"]')) {
    const [, after] = pair.querySelectorAll('img');
    if (!after || pair.classList.contains(styles.pictures ?? '')) continue;
    pair.classList.add(styles.pictures ?? '');
    after.classList.add(styles.newPicture ?? '');
    const slider = document.createElement('input');
    slider.type = 'range';
    slider.min = '0';
    slider.max = '100';
    slider.value = '50';
    slider.className = styles.slider ?? '';
    slider.setAttribute('aria-label', t('comparePictures'));
    const show = (): void => {
      pair.style.setProperty('--shown', `${slider.value}%`);
      slider.setAttribute('aria-valuetext', t('newPictureShown', { percent: slider.value }));
    };
    slider.addEventListener('input', show);
    show();
    pair.append(slider);
  }
}
