package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// Signer signs requests as section 5 of the interface says.
type Signer struct {
	certificate *x509.Certificate
	key         *rsa.PrivateKey
}

// NewSigner reads the signing certificate of the TPP and its key from PEM files.
func NewSigner(certificateFile, keyFile string) (*Signer, error) {
	certificateDer, err := readPem(certificateFile)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(certificateDer)
	if err != nil {
		return nil, err
	}
	keyDer, err := readPem(keyFile)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(keyDer)
	if err != nil {
		return nil, err
	}
	rsaKey, ok := key.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key is not an RSA key")
	}
	return &Signer{certificate, rsaKey}, nil
}

func readPem(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s has no PEM block", file)
	}
	return block.Bytes, nil
}

// covered has the headers that the signature has to cover where the request has them (section 5.5).
var covered = []string{"Date", "Digest", "X-Request-ID", "PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI"}

// Sign adds Date, Digest, TPP-Signature-Certificate and Signature. It is a RequestEditorFn of the generated client.
func (signer *Signer) Sign(_ context.Context, request *http.Request) error {
	request.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	if err := addDigest(request); err != nil {
		return err
	}
	names := []string{"(request-target)"}
	lines := []string{"(request-target): " + strings.ToLower(request.Method) + " " + request.URL.RequestURI()}
	for _, name := range covered {
		if value := request.Header.Get(name); value != "" {
			names = append(names, strings.ToLower(name))
			lines = append(lines, strings.ToLower(name)+": "+value)
		}
	}
	hash := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	signature, err := rsa.SignPKCS1v15(rand.Reader, signer.key, crypto.SHA256, hash[:])
	if err != nil {
		return err
	}
	value := fmt.Sprintf(`keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"`,
		signer.keyID(), strings.Join(names, " "), base64.StdEncoding.EncodeToString(signature))
	request.Header.Set("Signature", asHeader(value))
	request.Header.Set("TPP-Signature-Certificate", base64.StdEncoding.EncodeToString(signer.certificate.Raw))
	return nil
}

// addDigest hashes the bytes that will be sent (section 5.3).
func addDigest(request *http.Request) error {
	if request.Body == nil {
		return nil
	}
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return err
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	hash := sha256.Sum256(body)
	request.Header.Set("Digest", "SHA-256="+base64.StdEncoding.EncodeToString(hash[:]))
	return nil
}

// keyID has the serial number in hexadecimal, and the issuer as RFC 2253 writes it (section 5.4).
func (signer *Signer) keyID() string {
	return fmt.Sprintf("SN=%X,CA=%s", signer.certificate.SerialNumber.Bytes(), signer.certificate.Issuer)
}

// asHeader makes one encoded word of a value with the letters of a name beyond ASCII (section 5.7).
func asHeader(value string) string {
	for _, letter := range value {
		if letter > '~' {
			return "=?utf-8?B?" + base64.StdEncoding.EncodeToString([]byte(value)) + "?="
		}
	}
	return value
}
