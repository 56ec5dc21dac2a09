/** How a program reaches the API server of a run. */
export interface Access {
  /** `https://127.0.0.1:port` */
  readonly server: string;
  readonly token: string;
  /** The file with the certificate that the server issued for itself; its key is beside it. */
  readonly authority: string;
  /** The file with the same, for programs of Kubernetes. */
  readonly kubeconfig: string;
}
