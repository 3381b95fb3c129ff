const words: Record<string, string> = {
  commerce: 'Commerce',
  communication: 'Communication',
  development: 'Development',
  documents: 'Documents',
  files: 'Files',
  finance: 'Finance',
  forms: 'Forms',
  mail: 'Mail',
  marketing: 'Marketing',
  media: 'Media',
  projects: 'Projects',
  sales: 'Sales',
  support: 'Support',
  tools: 'Tools',
};

/** A category in words. */
export function describeCategory(category: string): string {
  return words[category] ?? category;
}
